import { expect, test } from 'vitest';
import { curveGesture } from '../../src/poses/curve_gesture';
import { curveHome } from '../../src/shot/curve_home';
import {
  frequencyReading,
  spotOfPoint,
  weightReading,
  type CurvePlot,
} from '../../src/poses/spectrum_plot';
import { slopesOf } from '../../src/poses/curve';
import { tangentEnds } from '../../src/poses/tangent';
import type { ChangedPose } from '../../src/shot/edits';
import type { Curve, PoseSettings } from '../../src/shot/poses';
import { answerAll, editsOf, posed, typesOf } from './posed_tab';
import { aSpectrum } from './sample_poses';

const plain = { shift: false, ctrl: false };
type Change = { settings: PoseSettings };

function aHand() {
  const tab = posed();
  const spectrum = aSpectrum();
  const settings = structuredClone(tab.source.settings);
  settings.spectrum.frequency = [
    { place: 0, value: 0 },
    { place: 0.6, value: -0.2 },
  ];
  const box = { left: 40, right: 500, top: 20, bottom: 140 };
  const reading = frequencyReading(spectrum, settings.spectrum);
  const plot: CurvePlot = { box, reading, places: spectrum.place };
  const shown: (Curve | null)[] = [];
  const preview = (curve: Curve | null) => shown.push(curve);
  const { toEdit } = curveHome(tab.source, 'all', 0);
  const hand = { editor: tab.editor, name: 'frequency' as const, plot, settings, toEdit, preview };
  const at = (index: number) => spotOfPoint(plot, settings.spectrum.frequency[index]);
  return { ...tab, hand, at, shown, settings };
}

const frequencies = (tab: ReturnType<typeof aHand>) =>
  editsOf<Change>(tab).map(({ settings }) => settings.spectrum.frequency);

test('a point dragged up makes its modes faster, and is one step', async () => {
  const tab = aHand();
  const start = { ...tab.at(1), ...plain };
  const gesture = curveGesture(tab.hand, start);
  gesture.move({ ...start, y: start.y - 30 });
  await answerAll(tab);
  gesture.end();
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'end_drag']);
  const [curve] = frequencies(tab);
  expect(curve[1].value).toBeGreaterThan(-0.2);
  expect(curve[0]).toEqual({ place: 0, value: 0 });
  expect(tab.shown.at(-1)).toBeNull();
});

test('with Shift the point goes a tenth of the way', () => {
  const far = aHand();
  const near = aHand();
  const moved = (tab: ReturnType<typeof aHand>, shift: boolean) => {
    const start = { ...tab.at(1), ...plain };
    curveGesture(tab.hand, start).move({ ...start, y: start.y - 40, shift });
    return tab.at(1).y - spotOfPoint(tab.hand.plot, tab.shown.at(-1)![1]).y;
  };
  expect(moved(far, false)).toBeCloseTo(40, 6);
  expect(moved(near, true)).toBeCloseTo(4, 6);
});

test('Escape takes everything back, and the curve shows what was there', async () => {
  const tab = aHand();
  const start = { ...tab.at(1), ...plain };
  const gesture = curveGesture(tab.hand, start);
  gesture.move({ ...start, y: start.y - 30 });
  await answerAll(tab);
  gesture.cancel();
  await answerAll(tab);
  expect(typesOf(tab).at(-1)).toBe('cancel_drag');
  expect(tab.shown.at(-1)).toBeNull();
  expect(tab.editor.view.poses.point).toBeNull();
});

test('Ctrl and a click adds a point under the cursor', async () => {
  const tab = aHand();
  const gesture = curveGesture(tab.hand, { x: 200, y: 90, shift: false, ctrl: true });
  gesture.end();
  await answerAll(tab);
  const curve = frequencies(tab).at(-1)!;
  expect(curve).toHaveLength(3);
  const spot = spotOfPoint(tab.hand.plot, curve[1]);
  expect(spot.x).toBeCloseTo(200, 6);
  expect(spot.y).toBeCloseTo(90, 6);
  expect(tab.editor.view.poses.point).toEqual({ curve: 'frequency', index: 1 });
});

test('a click on a point selects it and changes nothing', async () => {
  const tab = aHand();
  curveGesture(tab.hand, { ...tab.at(1), ...plain }).end();
  await answerAll(tab);
  expect(tab.heard).toEqual([]);
  expect(tab.editor.view.poses.point).toEqual({ curve: 'frequency', index: 1 });
});

test('a press beside the points chooses the mode there', () => {
  const tab = aHand();
  curveGesture(tab.hand, { x: 500, y: 130, ...plain });
  expect(tab.editor.view.poses.mode).toBe(19);
});

test('damping that comes from the material has no points to drag', async () => {
  const tab = aHand();
  tab.settings.spectrum.rayleigh = { stiffness: 0.01, mass: 0 };
  const damping = { ...tab.hand, name: 'damping' as const };
  curveGesture(damping, { x: 200, y: 90, shift: false, ctrl: true }).end();
  await answerAll(tab);
  expect(tab.heard).toEqual([]);
});

test('with Alt the whole curve goes along, as far as all of it may', () => {
  const tab = aHand();
  const start = { ...tab.at(1), ...plain, alt: true };
  const gesture = curveGesture(tab.hand, start);
  gesture.move({ ...start, y: start.y - 20 });
  const [before, after] = [tab.settings.spectrum.frequency, tab.shown.at(-1)!];
  const raised = after[1].value - before[1].value;
  expect(raised).toBeGreaterThan(0);
  expect(after[0].value - before[0].value).toBeCloseTo(raised, 12);
  expect(after.map(({ place }) => place)).toEqual(before.map(({ place }) => place));
  gesture.move({ ...start, y: -1e4 });
  expect(Math.max(...tab.shown.at(-1)!.map(({ value }) => value))).toBeLessThanOrEqual(1);
});

test('a curve of what is dear is changed where the settings have it, and the spectrum stays', async () => {
  const tab = aHand();
  const hand = { ...tab.hand, name: 'decay_weight' as const };
  hand.plot = { ...hand.plot, reading: weightReading };
  const start = { x: 200, y: 60, shift: false, ctrl: true };
  curveGesture(hand, start).end();
  await answerAll(tab);
  const [{ settings }] = editsOf<Change>(tab).slice(-1);
  expect(settings.adjustment_curves?.decay).toHaveLength(2);
  expect(settings.adjustment_curves?.velocity).toBe(0);
  expect(settings.spectrum).toEqual(tab.settings.spectrum);
});

// With the second point of three chosen: its tangent has an end on either side.
function aTangentHand() {
  const tab = aHand();
  tab.settings.spectrum.frequency.push({ place: 1, value: 0.3 });
  tab.editor.setView('poses', 'point', { curve: 'frequency', index: 1 });
  const curve = tab.settings.spectrum.frequency;
  const ends = tangentEnds(tab.hand.plot, curve, 1);
  return { ...tab, curve, ends };
}

test('the end of a tangent goes with the hand, and the curve has the slope that is seen', async () => {
  const tab = aTangentHand();
  expect(tab.ends).toHaveLength(2);
  const start = { ...tab.ends[1], ...plain };
  const gesture = curveGesture(tab.hand, start);
  const to = { x: start.x, y: start.y - 30 };
  gesture.move({ ...plain, ...to });
  await answerAll(tab);
  gesture.end();
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'end_drag']);
  const [changed] = frequencies(tab);
  expect(changed[1]).toMatchObject({ place: 0.6, value: -0.2 });
  const end = tangentEnds(tab.hand.plot, changed, 1)[1];
  const point = tab.at(1);
  const [seen, wanted] = [end, to].map(({ x, y }) => Math.atan2(y - point.y, x - point.x));
  expect(seen).toBeCloseTo(wanted, 6);
});

test('with Shift a tangent turns by less, Esc puts it back, and Ctrl gives the slope back', async () => {
  const tab = aTangentHand();
  const start = { ...tab.ends[1], ...plain };
  const gesture = curveGesture(tab.hand, start);
  gesture.move({ ...start, y: start.y - 30 });
  const far = tab.shown.at(-1)![1].slope!;
  const precise = curveGesture(tab.hand, start);
  precise.move({ ...start, y: start.y - 30, shift: true });
  const auto = slopesOf(tab.curve)[1];
  expect(Math.abs(tab.shown.at(-1)![1].slope! - auto)).toBeLessThan(0.2 * Math.abs(far - auto));
  await answerAll(tab);
  precise.cancel();
  gesture.cancel();
  await answerAll(tab);
  expect(typesOf(tab).at(-1)).toBe('cancel_drag');
  expect(tab.shown.at(-1)).toBeNull();

  tab.curve[1] = { ...tab.curve[1], slope: 2 };
  const [end] = tangentEnds(tab.hand.plot, tab.curve, 1);
  curveGesture(tab.hand, { ...end, ...plain, ctrl: true }).end();
  await answerAll(tab);
  expect(frequencies(tab).at(-1)![1]).toEqual({ place: 0.6, value: -0.2 });
});

test('curves of a span are kept with the pose that it begins with', async () => {
  const tab = aHand();
  const { settings, toEdit, span } = curveHome(tab.source, 'span', 30);
  expect(span?.from.id).toBe(2);
  const start = { x: 200, y: 90, shift: false, ctrl: true };
  curveGesture({ ...tab.hand, settings, toEdit }, start).end();
  await answerAll(tab);
  const [{ pose }] = editsOf<{ pose: ChangedPose }>(tab);
  expect(pose).toMatchObject({ id: 2, frame: 24 });
  expect(pose.span?.frequency).toHaveLength(2);
  expect(pose.span?.damping).toEqual(tab.source.settings.spectrum.damping);
});
