// Kinds that live here alone, each a file and a row: all of the page handles them.
import { expect, test, vi } from 'vitest';
import * as act from '../../src/document/commands';
import { editMenu } from '../../src/app/menus';
import { sourceName } from '../../src/document/strangers';
import { actions } from '../../src/palette/actions';
import { bindingsFor } from '../../src/keymap/table';
import { explainMiss, missedWishes } from '../../src/document/handle_facts';
import { kindOf, marksOf, type Layer } from '../../src/shot/layer';
import { sourceKind } from '../../src/shot/source';
import { barEdit, grips, withBarMoved, withGrip, withMark } from '../../src/timeline/bar_edits';
import { barRange, outline } from '../../src/timeline/layer_shape';
import { wholePage } from '../doors/whole_page';
import { aDocument, anOpened, aWish } from '../samples';

vi.mock('../../src/shot/layers/table', async (original) => {
  const { layerTable } = await original<typeof import('../../src/shot/layers/table')>();
  const { springs } = await import('./springs');
  return { layerTable: [...layerTable, springs] }; // the row
});
vi.mock('../../src/shot/sources/table', async (original) => {
  const { sourceTable } = await original<typeof import('../../src/shot/sources/table')>();
  const { swarm } = await import('./swarm');
  return { sourceTable: [...sourceTable, swarm] }; // the row
});

const bounce = {
  ...{ id: 7, name: 'Bounce', kind: 'springs', muted: false, solo: false },
  ...{ window: [10, 30], stiffness: 2, along: 'body', wishes: [aWish(5, 20), aWish(6, 25)] },
};

function opened() {
  const page = wholePage();
  page.say({ ...anOpened(), source: { kind: 'swarm' } });
  page.say({ ...aDocument([]), layers: [bounce], source: 'swarm' });
  page.editor.setView('selection', { layer: 7, wishes: [5], vertex: 3 });
  const layer = (): Layer => page.editor.shot.document!.layers[0];
  const lastEdit = () => page.sent.at(-1)!.edit;
  return { ...page, layer, lastEdit };
}

test('the layer is read as its kind, and nothing of it is unknown', () => {
  const { layer, told } = opened();
  expect(told()).toEqual([]);
  expect(layer()).toEqual(bounce);
  expect(marksOf(layer()).map(({ id }) => id)).toEqual([5, 6]);
});

test('its bar stands over its window, and a hand moves the bar, its ends and its marks', () => {
  const { layer } = opened();
  expect(barRange(layer(), 61)).toEqual({ first: 10, last: 30 });
  expect(outline(layer(), 61).every(({ height }) => height === 1)).toBe(true);
  expect(grips(layer(), 61).map(({ frame }) => frame)).toEqual([10, 10, 30, 30]);
  const window = (changed: Layer) => barEdit(changed);
  const edit = { edit: 'change_springs', layer: 7 };
  expect(window(withGrip(layer(), 'last', 90, 61))).toEqual({ ...edit, window: [10, 60] });
  expect(window(withBarMoved(layer(), 40, 61))).toEqual({ ...edit, window: [40, 60] });
  expect(marksOf(withMark(layer(), 6, 50, 61))[1].frame).toBe(30);
});

test('the inspector has its method and its fields, which make its own edits', () => {
  const { layer } = opened();
  const { method, fields } = kindOf(layer());
  expect(method).toBe('Springs: by a bounce');
  expect(fields.map(({ label, value }) => [label, value(layer())])).toEqual([
    ['Stiffness', 2],
    ['Along', 'body'],
  ]);
  const [stiffness] = fields;
  expect(stiffness.row === 'number' && stiffness.edit(layer(), 3)).toEqual({
    ...{ edit: 'change_springs', layer: 7, stiffness: 3 },
  });
});

test('commands, keys and menus add one', () => {
  const { editor, lastEdit } = opened();
  editor.setView('editFrame', 12);
  const [binding] = bindingsFor('Shift J', 'blender', new Set(['edit']));
  expect(binding).toMatchObject({ id: 'layer.add_springs', title: 'Add a layer: springs' });
  actions[binding.id](editor);
  expect(lastEdit()).toMatchObject({
    ...{ edit: 'add_layer', index: 1 },
    content: { kind: 'springs', name: 'Edit 2', window: [12, 22] },
  });
  editor.setView('workspace', 'edit');
  const titles = editMenu(editor).map((item) => (item === 'line' ? '' : item.title));
  expect(titles).toContain('Add springs layer');
});

test('its handles are those of any layer that holds wishes', async () => {
  const { editor, layer, lastEdit, say } = opened();
  void act.addHandle(editor, { vertex: 3, frame: 24, place: [1, 2, 3] });
  expect(lastEdit()).toMatchObject({ edit: 'add_wish', layer: 7, index: 2 });
  void act.addPins(editor, [4], 24);
  expect(lastEdit()).toMatchObject({ edit: 'add_wish', wish: { kind: 'pin', vertex: 4 } });
  void act.moveHandle(editor, 7, 5, [0, 1, 0]);
  expect(lastEdit()).toMatchObject({ edit: 'move_wish', layer: 7, wish: 5, target: [0, 1, 0] });
  say({ type: 'moved', layer: 7, wish: 5, target: [0, 1, 0] });
  expect(marksOf(layer())[0]).toMatchObject({ id: 5, target: [0, 1, 0] });
  void act.removeSelected(editor);
  expect(lastEdit()).toEqual({ edit: 'remove_wish', layer: 7, wish: 5 });
});

test('its report tells which handles miss, and why', () => {
  const { editor, layer, say } = opened();
  const yielded = { contradicts: [], hindered_by: null, stands_still: '', yielded: false };
  const wishes = [
    { id: 5, miss: 0.5, ...yielded },
    { id: 6, miss: 0, ...yielded },
  ];
  say({ type: 'report', layer: 7, wishes });
  const { reports } = editor.shot;
  expect([...missedWishes(reports, [layer()], 2)]).toEqual([5]);
  const found = explainMiss(layer(), aWish(5, 20), reports[7], 2);
  expect(found).toMatchObject({ severity: 'warning', act: null });
});

test('the source has its word, its workspace and what follows from standing still', () => {
  const { editor, told } = opened();
  expect(told()).toEqual([]);
  expect(sourceKind(sourceName(editor.shot))).toMatchObject({ word: 'a swarm', isStill: true });
  expect(editor.view.workspace).toBe('poses');
});
