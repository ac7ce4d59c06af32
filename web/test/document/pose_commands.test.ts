import { expect, test } from 'vitest';
import {
  beginBend,
  blendPose,
  choosePose,
  choosePreset,
  copyPose,
  curvesInHand,
  giveSpanBack,
  holdPicked,
  stepMode,
  stepPose,
  storeFrame,
  withPreset,
} from '../../src/document/commands';
import { poseActions } from '../../src/poses/pose_actions';
import type { ChangedPose } from '../../src/shot/edits';
import type { PosePreset, PoseSettings } from '../../src/shot/poses';
import { answerAll, editsOf, posed, typesOf } from '../poses/posed_tab';
import { aPose, poses } from '../poses/sample_poses';
import { aDocument } from '../samples';
import { opened } from './tab';

const jelly: PosePreset = {
  name: 'jelly',
  what: 'the whole body wobbles for long',
  between: 'wiggly',
  spectrum: {
    frequency: [{ place: 0, value: -0.8 }],
    damping: [{ place: 0, value: -0.95 }],
    stiffness: 1,
    rayleigh: null,
  },
};

test('what is seen is stored at the frame under edit, and chosen', async () => {
  const tab = posed();
  tab.editor.setView('editFrame', 30);
  void storeFrame(tab.editor);
  await answerAll(tab);
  expect(tab.heard[0]).toMatchObject({ type: 'store_pose', frame: 30, from: { frame: 30 } });
});

test('the first pose of a motion is made at the frame under edit, which stays, with its ends', async () => {
  const tab = opened();
  tab.editor.setView('editFrame', 24);
  const storing = storeFrame(tab.editor);
  expect(tab.heard.at(-1)).toMatchObject({ type: 'make_poses', frames: [0, 24, 60] });
  await tab.answer({ type: 'done', ids: [7, 8, 9] });
  const made = poses(aPose(7, 0, 'Frame 0'), aPose(8, 24, 'Frame 24'), aPose(9, 60, 'Frame 60'));
  tab.say({ ...aDocument([]), frames: 61, poses: made });
  await storing;
  expect(tab.editor.view.editFrame).toBe(24);
  expect(tab.editor.view.poses.chosen).toBe(8);
  expect(tab.editor.shot.problems.at(-1)?.what).toContain('frames 0, 24 and 60');
});

test('no pose is stored over another: a note says so, and the program is not asked', async () => {
  const tab = posed();
  tab.editor.setView('editFrame', 24);
  void storeFrame(tab.editor);
  await answerAll(tab);
  expect(tab.heard).toEqual([]);
  expect(tab.editor.shot.problems.at(-1)?.what).toContain('Reach');
});

test('a blend takes the share of the way that the frame has', async () => {
  const tab = posed();
  tab.editor.setView('editFrame', 6);
  void blendPose(tab.editor);
  await answerAll(tab);
  expect(tab.heard[0]).toMatchObject({ frame: 6, from: { blend: [1, 2], share: 0.25 } });
});

test('a copy gets a frame and a name of its own', async () => {
  const tab = posed();
  choosePose(tab.editor, 1);
  void copyPose(tab.editor, 1);
  await answerAll(tab);
  expect(tab.heard[0]).toMatchObject({ frame: 23, name: 'Stand 2', from: { pose: 1 } });
});

test('a preset changes how poses are joined and nothing else', async () => {
  const tab = posed();
  const spectrum = { ...tab.source.settings.spectrum, stiffness: 7 };
  const settings = {
    ...tab.source.settings,
    spectrum,
    loop: true,
    centre: 'ballistic' as const,
  };
  const changed = withPreset(settings, jelly);
  expect(changed.spectrum).toEqual({ ...jelly.spectrum, stiffness: 7 });
  expect(changed).toMatchObject({ loop: true, centre: 'ballistic', settles_at: 'poses' });
  void choosePreset(tab.editor, jelly, 9);
  await answerAll(tab);
  expect(editsOf(tab)).toHaveLength(1);
});

test('keys go from pose to pose and from mode to mode, and stop at the ends', () => {
  const { editor } = posed();
  editor.setView('editFrame', 30);
  stepPose(editor, 1);
  expect(editor.view.poses.chosen).toBe(3);
  stepPose(editor, 1);
  expect(editor.view).toMatchObject({ editFrame: 48, poses: { chosen: 3 } });
  stepMode(editor, -1);
  expect(editor.view.poses.mode).toBe(0);
});

test('Delete takes a point of a curve, then a handle, then the pose', async () => {
  const tab = posed();
  const remove = () => void poseActions['poses.delete'](tab.editor);
  choosePose(tab.editor, 2);
  tab.editor.setView('poses', { point: { curve: 'frequency', index: 0 }, handle: 4 });
  remove();
  await answerAll(tab);
  remove();
  await answerAll(tab);
  tab.editor.setView('poses', 'handle', null);
  remove();
  await answerAll(tab);
  const said = tab.heard.map(
    ({ type, edit }) => (edit as { edit: string } | undefined)?.edit ?? type,
  );
  expect(said).toEqual(['change_pose_settings', 'unbend_pose', 'remove_pose']);
});

test('picked points become a hold, and are picked no longer', async () => {
  const tab = posed();
  tab.editor.setView('poses', 'vertices', [3, 4, 5]);
  void holdPicked(tab.editor);
  await answerAll(tab);
  expect(editsOf(tab)[0]).toMatchObject({ holds: [{ name: 'Hold 1', vertices: [3, 4, 5] }] });
  expect(tab.editor.view.poses.vertices).toEqual([]);
});

test('while the program bends to one place only the newest waits, and the last one counts', async () => {
  const tab = posed();
  const begun = beginBend(tab.editor, 2);
  await answerAll(tab);
  const drag = (await begun)!;
  for (let k = 1; k <= 5; k++) void drag.move(0, [{ wish: 3, to: [k, 0, 0] }]);
  void drag.end();
  await answerAll(tab);
  const bends = tab.heard.filter(({ type }) => type === 'bend_pose');
  expect(bends.map(({ target }) => target)).toEqual([
    [1, 0, 0],
    [5, 0, 0],
  ]);
  expect(bends[0]).toMatchObject({ pose: 2, vertex: 3, drag: 7 });
  expect(typesOf(tab).at(-1)).toBe('end_drag');
});

test('a preset for a span changes that span alone, which can be given back', async () => {
  const tab = posed();
  tab.editor.setView({ editFrame: 30 });
  tab.editor.setView('poses', 'scope', 'span');
  void choosePreset(tab.editor, jelly, null);
  await answerAll(tab);
  const { frequency, damping } = jelly.spectrum;
  const [{ pose }] = editsOf<{ pose: ChangedPose }>(tab);
  expect(pose).toMatchObject({ id: 2, span: { frequency, damping } });
  const keys = tab.source.keys.map((key) => (key.id === 2 ? { ...key, span: pose.span! } : key));
  tab.say({ ...aDocument([]), frames: 61, poses: { ...tab.source, keys } });
  expect(curvesInHand(tab.editor)?.settings.spectrum).toMatchObject({ frequency, damping });
  void giveSpanBack(tab.editor);
  await answerAll(tab);
  expect(editsOf<{ pose: ChangedPose }>(tab).at(-1)!.pose).toMatchObject({ id: 2, span: null });
});

test('the first lively preset suits the stiffness to the body, for all poses or a span', async () => {
  type Sent = {
    settings?: PoseSettings;
    edits?: { settings?: PoseSettings; pose?: ChangedPose }[];
  };
  const chosen = async (scope: 'all' | 'span', stiffness: number) => {
    const tab = posed();
    const { settings } = tab.source;
    const spectrum = { ...settings.spectrum, stiffness };
    const source = { ...tab.source, preset: 'direct', settings: { ...settings, spectrum } };
    tab.say({ ...aDocument([]), frames: 61, poses: source });
    tab.editor.setView('poses', 'scope', scope);
    void choosePreset(tab.editor, jelly, 9);
    await answerAll(tab);
    return editsOf<Sent>(tab)[0];
  };
  expect((await chosen('all', 1)).settings?.spectrum).toEqual({ ...jelly.spectrum, stiffness: 9 });
  expect((await chosen('all', 2)).settings?.spectrum.stiffness).toBe(2);
  const [stiffening, feeling] = (await chosen('span', 1)).edits!;
  expect(stiffening.settings?.spectrum.stiffness).toBe(9);
  expect(feeling.pose?.span?.damping).toEqual(jelly.spectrum.damping);
});
