import type { Edit, NewWish } from '../shot/edits';
import {
  holdsWishes,
  kindOf,
  markIn,
  marksOf,
  toldKind,
  usualKind,
  type Layer,
} from '../shot/layer';
import type { Mark, NewMark } from '../shot/layer_kind';
import type { Vec3, Wish } from '../shot/shot';
import { edit } from './ask';
import { complain, type Editor } from './editor';
import { layerFor, layersOf, selectedLayer } from './layer_commands';
import { mainVertex } from '../shot/region';
import { layerOf } from './selection';

// What a mark in the views is about: where on the body, when, and where it should be.
export type HandleWish = {
  vertex: number;
  frame: number;
  place: Vec3; // m, world
  radius?: number; // m: a region around the vertex
};

export function selectWishes(editor: Editor, layer: number, wishes: number[]): void {
  const mark = markIn(layerOf(layersOf(editor), layer), wishes.at(-1));
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

function nameFor(layer: Layer | undefined, word: string, after = 0): string {
  return `${word} ${(layer ? marksOf(layer).length : 0) + 1 + after}`;
}

function markFor(layer: Layer | undefined, { vertex, frame, place, radius }: HandleWish): NewMark {
  const name = nameFor(layer, 'Handle');
  return { name, frame, vertex, ...(radius && { radius }), target: place };
}

export type Made = { layer: number; wish: number }; // ids

// Adds a handle where the body is. Null where refused.
export async function makeHandle(editor: Editor, handle: HandleWish): Promise<Made | null> {
  const layer = selectedLayer(editor);
  const change = layer
    ? kindOf(layer).marks?.add(layer, markFor(layer, handle))
    : layerFor(editor, [{ kind: 'position', ...markFor(undefined, handle) }]);
  if (!change) {
    tellOfTheOtherKind(editor, layer, 'handle');
    return null;
  }
  const ids = await edit(editor, change);
  if (!ids || ids.length === 0) return null;
  return { layer: layer ? layer.id : ids[0], wish: ids[ids.length - 1] };
}

function tellOfTheOtherKind(editor: Editor, layer: Layer | undefined, mark: string): void {
  const what = `A ${layer ? toldKind(layer) : ''} layer takes no ${mark}s`;
  complain(editor, what, `Select a ${usualKind.kind} layer, or add one`);
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

// Adds other wishes to the selected layer where it holds wishes, or to a new one.
async function addWishes(editor: Editor, title: string, wishes: NewWish[]): Promise<void> {
  const layer = selectedLayer(editor);
  if (!layer) return void (await edit(editor, layerFor(editor, wishes)));
  if (!holdsWishes(layer)) return tellOfTheOtherKind(editor, layer, title.toLowerCase());
  const first = layer.wishes.length;
  const edits = wishes.map((wish, k): Edit => ({
    edit: 'add_wish',
    layer: layer.id,
    index: first + k,
    wish,
  }));
  await edit(editor, edits.length === 1 ? edits[0] : { edit: 'group', name: title, edits });
}

// A pin holds a vertex where the input has it, at one frame.
export async function addPins(editor: Editor, vertices: number[], frame: number): Promise<void> {
  const layer = selectedLayer(editor);
  const pin = (vertex: number, k: number): NewWish => ({
    kind: 'pin',
    name: nameFor(layer, 'Pin', k),
    frame,
    vertex,
  });
  await addWishes(editor, 'Pin', vertices.map(pin));
}

// Keeps a vertex on the level plane through where it is, free to slide on it.
export async function addPlaneHold(editor: Editor, handle: HandleWish): Promise<void> {
  const { vertex, frame, place: target } = handle;
  const name = nameFor(selectedLayer(editor), 'Contact');
  const held: NewWish = { kind: 'position', name, frame, vertex, target, axes: 'y' };
  await addWishes(editor, 'Contact', [held]);
}

export const changeWish = (editor: Editor, layer: number, wish: Wish) =>
  edit(editor, { edit: 'change_wish', layer, wish });
export async function changeMark(editor: Editor, layer: Layer, mark: Mark): Promise<void> {
  const change = kindOf(layer).marks?.change(layer, mark);
  if (change) await edit(editor, change);
}

export async function removeMarks(editor: Editor, layer: number, ids: number[]): Promise<void> {
  const content = layerOf(layersOf(editor), layer);
  const marks = content && kindOf(content).marks;
  if (!marks) return;
  const edits = ids.map((id) => marks.remove(content, id));
  if (edits.length === 0) return;
  await edit(editor, edits.length === 1 ? edits[0] : { edit: 'group', name: 'Remove', edits });
}

export async function removeSelected(editor: Editor): Promise<void> {
  const { layer, wishes } = editor.view.selection;
  if (layer !== null) await removeMarks(editor, layer, [...wishes]);
}
