// What the page does not know, at each of its doors: told by name, and the page goes on.
import { expect, test } from 'vitest';
import { addHandle, renameLayer, storeFrame } from '../../src/document/commands';
import { flags, writeBinary } from '../../src/protocol/binary';
import { isUnknown, marksOf } from '../../src/shot/layer';
import { barEdit, grips } from '../../src/timeline/bar_edits';
import { outline } from '../../src/timeline/layer_shape';
import { aDocument, aLayer, anOpened, aWish } from '../samples';
import { aPose, poses } from '../poses/sample_poses';
import { wholePage } from './whole_page';

const springs = {
  ...{ id: 7, name: 'Bounce', kind: 'springs', muted: false, solo: false },
  ...{ stiffness: 3, knots: [{ id: 1 }] },
};

function opened() {
  const page = wholePage();
  page.say(anOpened());
  page.say(aDocument([aWish(5)]));
  return page;
}

function withLayers(...layers: unknown[]) {
  const page = opened();
  page.say({ ...aDocument([]), layers });
  return page;
}

test('a message of an unknown type is named, and the next one is taken', () => {
  const page = opened();
  page.say({ type: 'gossip', about: 'beams' });
  expect(page.told()).toEqual([expect.stringContaining('"gossip"')]);
  page.say({ ...aDocument([aWish(6)]), name: 'renamed' });
  expect(page.editor.shot.document?.name).toBe('renamed');
});

test('what is no JSON is named', () => {
  const page = opened();
  page.sayText('{"type": ');
  expect(page.told()).toEqual([expect.stringContaining('unreadable')]);
});

test('an unknown key is named once, and what has it is kept with it', () => {
  const page = opened();
  const wish = { ...aWish(5), shine: 2 };
  page.say(aDocument([wish]));
  page.say(aDocument([wish, { ...aWish(6), shine: 3 }]));
  expect(page.told()).toEqual([expect.stringContaining('document.layers[].wishes[].shine')]);
  const [layer] = page.editor.shot.document!.layers;
  expect(marksOf(layer)[0]).toEqual(wish); // and so an edit of it takes it along
});

test('a layer of an unknown kind is named, stays among the others, and offers nothing to edit', () => {
  const page = withLayers(aLayer(1, [aWish(5)]), springs);
  expect(page.told()).toEqual([expect.stringMatching(/Bounce.*layers\[1\].kind.*"springs"/)]);
  const [known, strange] = page.editor.shot.document!.layers;
  expect(marksOf(known).length).toBe(1);
  expect(strange).toMatchObject({ id: 7, name: 'Bounce', kind: 'unknown', told: 'springs' });
  expect(marksOf(strange)).toEqual([]);
  expect(grips(strange, 61)).toEqual([]);
  expect(barEdit(strange)).toBeUndefined();
  expect(outline(strange, 61).length).toBe(61);
});

test('an unknown layer is told once, not with every document', () => {
  const page = withLayers(springs);
  page.editor.setShot('problems', []);
  page.say({ ...aDocument([]), layers: [springs], state: 9 });
  expect(page.told()).toEqual([]);
});

test('an unknown layer can be renamed, and takes no handle', async () => {
  const page = withLayers(springs);
  page.editor.setView('selection', { layer: 7, wishes: [], vertex: null });
  void renameLayer(page.editor, 7, 'Hop');
  expect(page.sent.at(-1)).toMatchObject({ edit: { edit: 'rename_layer', layer: 7, name: 'Hop' } });
  const before = page.sent.length;
  expect(await addHandle(page.editor, { vertex: 1, frame: 3, place: [0, 0, 0] })).toBeNull();
  expect(page.sent.length).toBe(before);
  expect(page.told().at(-1)).toContain('A springs layer takes no handles');
});

test.each([
  ['a wish of an unknown kind', { wishes: [{ ...aWish(5), kind: 'spin' }] }, 'wishes[0].kind'],
  ['an unknown word', { settings: { ...aLayer(1, []).settings, filter: 'none' } }, 'filter'],
  ['a missing part', { wishes: undefined }, 'wishes'],
])('a known layer with %s is named by the place, and cannot be edited', (_, change, where) => {
  const page = withLayers({ ...aLayer(1, []), ...change }, aLayer(2, [aWish(8)]));
  expect(page.told()).toEqual([expect.stringContaining(`layers[0].`)]);
  expect(page.told()[0]).toContain(where);
  expect(page.editor.shot.document!.layers.map(isUnknown)).toEqual([true, false]);
});

test('a source of an unknown kind is named once, and its motion plays in the edit workspace', () => {
  const page = wholePage();
  page.say({ ...anOpened(), source: { kind: 'swarm' } });
  page.say({ ...aDocument([]), source: 'swarm' });
  page.say({ ...aDocument([]), source: 'swarm', state: 5 });
  expect(page.told()).toEqual([expect.stringContaining('"swarm"')]);
  expect(page.editor.view.workspace).toBe('edit');
  page.say({ ...aDocument([]), source: 'flock' });
  expect(page.told().at(-1)).toContain('"flock"');
});

test('numbers of an unknown kind are named, and who waits for them hears of it', async () => {
  const page = opened();
  const { answer, id } = page.ask();
  const header = { kind: 'trail', stream: 0, serial: id, frame: 0, revision: 0 } as const;
  const numbers = Float32Array.of(1, 2, 3);
  const bytes = writeBinary({ header: { ...header, count: 1, rows: 3, flags: 0 }, numbers });
  new DataView(bytes).setUint16(4, 99, true);
  page.sayBytes(bytes);
  expect(await answer).toBeNull();
  expect(page.told()).toEqual([expect.stringContaining('unknown kind 99')]);
});

test('an unknown part of a mesh is named', () => {
  const page = opened();
  const header = { kind: 'mesh', stream: 12, serial: 0, frame: 0, revision: 0 } as const;
  const numbers = Uint32Array.of(0, 1, 2);
  page.sayBytes(
    writeBinary({ header: { ...header, count: 1, rows: 3, flags: flags.integers }, numbers }),
  );
  expect(page.told()).toEqual([expect.stringContaining('unknown part 12 of a mesh')]);
});

test.each([
  ['of an unknown type', { type: 'gossip' }, '"gossip"'],
  ['with an unknown word', { type: 'inspection', state: 'ripe' }, 'inspection.state'],
  ['that belongs to another request', { type: 'done' }, 'expected inspection'],
])('an answer %s is named, and who waits for it hears of it', async (_, message, named) => {
  const page = opened();
  const { answer, id } = page.ask();
  page.say({ ...message, reply: id });
  expect(await answer).toBeNull();
  expect(page.told()).toEqual([expect.stringContaining(named)]);
});

test('poses that cannot be read are named and left alone, and the layers of the document are there', () => {
  const page = wholePage();
  page.say({ ...anOpened(), source: { kind: 'poses' } });
  const settings = { ...poses().settings, between: 'bouncy' };
  page.say({
    ...{ ...aDocument([aWish(5)]), source: 'poses' },
    poses: { ...poses(aPose(1, 0), aPose(2, 30)), settings },
  });
  expect(page.told()).toEqual([expect.stringMatching(/document.poses.settings.between.*"bouncy"/)]);
  expect(page.editor.shot.document!.layers.length).toBe(1);
  const before = page.sent.length;
  void storeFrame(page.editor); // makes poses where there are none
  expect(page.sent.length).toBe(before);
  expect(page.told().at(-1)).toContain('cannot read the poses');
});

test('a layer whose weight cannot be read is named, with its name and switches', () => {
  const weight = { keys: [], easing: 'bounce' };
  const page = withLayers({ ...aLayer(1, []), muted: true, weight });
  expect(page.told()).toEqual([expect.stringContaining('layers[0].weight.easing')]);
  const [layer] = page.editor.shot.document!.layers;
  expect(layer).toMatchObject({ id: 1, name: 'Edit 1', muted: true, told: 'green' });
});
