import type { Edit, NewWish } from '../protocol/edits';
import type { Delta, Layer, Vec3, Wish } from '../protocol/shot';
import { edit } from './ask';
import { complain, type Editor } from './editor';
import { layersOf, newLayer, selectedLayer } from './layer_commands';
import { mainVertex } from './region';
import { layerOf, marksOf } from './selection';

// What a mark in the views is about: where on the body, when, and where it should be.
export type HandleWish = {
  vertex: number;
  frame: number;
  place: Vec3; // m, world
  radius?: number; // m: a region around the vertex
};

export function selectWishes(editor: Editor, layer: number, wishes: number[]): void {
  const mark = wishMarks(editor, layer).find(({ id }) => id === wishes.at(-1));
  const vertex = mark ? mainVertex(mark) : editor.view.selection.vertex;
  editor.setView('selection', { layer, wishes, vertex });
}

// A mark alone; with `adding` beside the others of its layer, or out of them where it is among them.
export function selectMark(editor: Editor, layer: number, id: number, adding: boolean): void {
  const { layer: now, wishes } = editor.view.selection;
  if (!adding || now !== layer) return selectWishes(editor, layer, [id]);
  const others = wishes.filter((other) => other !== id);
  selectWishes(editor, layer, wishes.includes(id) ? others : [...others, id]);
}

export function clearSelection(editor: Editor): void {
  editor.setView('selection', (old) => ({ ...old, wishes: [] }));
}

export function pickVertex(editor: Editor, vertex: number | null): void {
  editor.setView('selection', 'vertex', vertex);
}

function wishMarks(editor: Editor, layer: number): (Wish | Delta)[] {
  const found = layerOf(layersOf(editor), layer);
  return found ? (marksOf(found) as (Wish | Delta)[]) : [];
}

type Point = { vertex: number } | { vertex: number; radius: number };

function wishFor(content: Layer | undefined, { vertex, frame, place, radius }: HandleWish) {
  const name = `Handle ${(content ? marksOf(content).length : 0) + 1}`;
  const point: Point = radius ? { vertex, radius } : { vertex };
  return { name, frame, ...point, target: place };
}

function addition(layer: Layer, handle: HandleWish): Edit {
  const index = marksOf(layer).length;
  const { target, ...where } = wishFor(layer, handle);
  if (layer.kind === 'green')
    return {
      edit: 'add_wish',
      layer: layer.id,
      index,
      wish: { kind: 'position', ...where, target },
    };
  return {
    edit: 'add_delta',
    layer: layer.id,
    index,
    delta: { ...where, displacement: [0, 0, 0] },
  };
}

// The wish together with a green layer of its own, as one step.
function additionWithLayer(editor: Editor, wish: NewWish): Edit {
  const content = { ...newLayer(editor, 'green'), wishes: [wish] };
  return { edit: 'add_layer', index: layersOf(editor).length, content };
}

export type Made = { layer: number; wish: number }; // ids

// Adds a handle where the body is. Null where refused.
export async function makeHandle(editor: Editor, handle: HandleWish): Promise<Made | null> {
  const layer = selectedLayer(editor);
  const change = layer
    ? addition(layer, handle)
    : additionWithLayer(editor, { kind: 'position', ...wishFor(undefined, handle) });
  const ids = await edit(editor, change);
  if (!ids || ids.length === 0) return null;
  return { layer: layer ? layer.id : ids[0], wish: ids[ids.length - 1] };
}

export function selectMade(editor: Editor, { layer, wish }: Made, vertex: number): void {
  editor.setView('selection', { layer, wishes: [wish], vertex });
}

// Adds a handle and selects it.
export async function addHandle(editor: Editor, handle: HandleWish): Promise<Made | null> {
  const made = await makeHandle(editor, handle);
  if (made) selectMade(editor, made, handle.vertex);
  return made;
}

// Adds other wishes to the selected green layer, or to a new one.
async function addWishes(editor: Editor, title: string, wishes: NewWish[]): Promise<void> {
  const layer = selectedLayer(editor);
  if (layer?.kind === 'blend')
    return complain(
      editor,
      `A blend layer takes no ${title.toLowerCase()}s`,
      'Select a green layer, or add one',
    );
  if (!layer) {
    const content = { ...newLayer(editor, 'green'), wishes };
    await edit(editor, { edit: 'add_layer', index: layersOf(editor).length, content });
    return;
  }
  const first = layer.wishes.length;
  const edits = wishes.map((wish, k): Edit => ({
    edit: 'add_wish',
    layer: layer.id,
    index: first + k,
    wish,
  }));
  await edit(editor, edits.length === 1 ? edits[0] : { edit: 'group', name: title, edits });
}

function countMarks(editor: Editor): number {
  const layer = selectedLayer(editor);
  return layer ? marksOf(layer).length : 0;
}

// A pin holds a vertex where the input has it, at one frame.
export async function addPins(editor: Editor, vertices: number[], frame: number): Promise<void> {
  const first = countMarks(editor) + 1;
  const pin = (vertex: number, k: number): NewWish => ({
    kind: 'pin',
    name: `Pin ${first + k}`,
    frame,
    vertex,
  });
  await addWishes(editor, 'Pin', vertices.map(pin));
}

// Keeps a vertex on the level plane through where it is, free to slide on it.
export async function addPlaneHold(editor: Editor, handle: HandleWish): Promise<void> {
  const { vertex, frame, place: target } = handle;
  const name = `Contact ${countMarks(editor) + 1}`;
  const held: NewWish = { kind: 'position', name, frame, vertex, target, axes: 'y' };
  await addWishes(editor, 'Contact', [held]);
}

export const changeWish = (editor: Editor, layer: number, wish: Wish) =>
  edit(editor, { edit: 'change_wish', layer, wish });
export const changeDelta = (editor: Editor, layer: number, delta: Delta) =>
  edit(editor, { edit: 'change_delta', layer, delta, drag: 0 });

export async function removeMarks(editor: Editor, layer: number, ids: number[]): Promise<void> {
  const kind = layerOf(layersOf(editor), layer)?.kind;
  const edits = ids.map((id): Edit =>
    kind === 'blend'
      ? { edit: 'remove_delta', layer, delta: id }
      : { edit: 'remove_wish', layer, wish: id },
  );
  if (edits.length === 0) return;
  await edit(editor, edits.length === 1 ? edits[0] : { edit: 'group', name: 'Remove', edits });
}

export async function removeSelected(editor: Editor): Promise<void> {
  const { layer, wishes } = editor.view.selection;
  if (layer !== null) await removeMarks(editor, layer, [...wishes]);
}
