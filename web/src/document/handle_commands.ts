import type { Edit, NewWish } from '../protocol/edits';
import type { Delta, Layer, Vec3, Wish } from '../protocol/shot';
import { ask, edit } from './ask';
import type { Editor } from './editor';
import { addLayer, layersOf, selectedLayer } from './layer_commands';
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

// The vertex that stands for a handle: its own, or the heaviest of a region.
export function mainVertex(mark: Pick<Wish, 'vertex' | 'vertices' | 'weights'>): number | null {
  if (mark.vertex !== undefined && mark.vertex !== null) return mark.vertex;
  const { vertices, weights } = mark;
  if (!vertices || vertices.length === 0) return null;
  const heaviest = weights ? weights.indexOf(Math.max(...weights)) : 0;
  return vertices[heaviest];
}

// The layer that a new handle goes to: the selected one, else a new green one.
async function layerForHandle(editor: Editor): Promise<Layer['id'] | null> {
  return selectedLayer(editor)?.id ?? addLayer(editor, 'green');
}

function addition(layer: Layer | undefined, id: number, wish: HandleWish, name: string): Edit {
  const index = layer ? marksOf(layer).length : 0;
  const { vertex, frame, place, radius } = wish;
  const point = radius ? { vertex, radius } : { vertex };
  if (layer?.kind === 'blend') {
    const delta = { name, frame, ...point, displacement: [0, 0, 0] as Vec3 };
    return { edit: 'add_delta', layer: id, index, delta };
  }
  const content: NewWish = { kind: 'position', name, frame, ...point, target: place };
  return { edit: 'add_wish', layer: id, index, wish: content };
}

// Adds a handle where the body is, and selects it. Its layer and id, or null where refused.
export async function addHandle(
  editor: Editor,
  wish: HandleWish,
): Promise<{ layer: number; wish: number } | null> {
  const layer = await layerForHandle(editor);
  if (layer === null) return null;
  const content = layerOf(layersOf(editor), layer);
  const name = `Handle ${(content ? marksOf(content).length : 0) + 1}`;
  const ids = await edit(editor, addition(content, layer, wish, name));
  const id = ids?.at(-1);
  if (id === undefined) return null;
  editor.setView('selection', { layer, wishes: [id], vertex: wish.vertex });
  return { layer, wish: id };
}

// A pin holds a vertex where the input has it, at one frame.
export async function addPins(editor: Editor, vertices: number[], frame: number): Promise<void> {
  const layer = await layerForHandle(editor);
  const content = layer === null ? undefined : layerOf(layersOf(editor), layer);
  if (layer === null || content?.kind === 'blend') return;
  const index = content ? marksOf(content).length : 0;
  const edits = vertices.map((vertex, k): Edit => {
    const wish: NewWish = { kind: 'pin', name: `Pin ${index + k + 1}`, frame, vertex };
    return { edit: 'add_wish', layer, index: index + k, wish };
  });
  await edit(editor, edits.length === 1 ? edits[0] : { edit: 'group', name: 'Pin', edits });
}

// Keeps a vertex on the level plane through where it is, free to slide on it.
export async function addPlaneHold(editor: Editor, wish: HandleWish): Promise<void> {
  const layer = await layerForHandle(editor);
  const content = layer === null ? undefined : layerOf(layersOf(editor), layer);
  if (layer === null || content?.kind === 'blend') return;
  const index = content ? marksOf(content).length : 0;
  const { vertex, frame, place: target } = wish;
  const name = `Contact ${index + 1}`;
  const held: NewWish = { kind: 'position', name, frame, vertex, target, axes: 'y' };
  await edit(editor, { edit: 'add_wish', layer, index, wish: held });
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

// Between begin and end every move belongs to one step of history. Cancelling leaves none.
export type Drag = {
  move(moves: { wish: number; to: Vec3 }[]): void;
  end(): Promise<void>;
  cancel(): Promise<void>;
};

export async function beginDrag(editor: Editor, layer: number): Promise<Drag | null> {
  const drag = (await ask(editor, { type: 'begin_drag' }))?.drag;
  if (drag === undefined || drag === null) return null;
  return {
    move(moves) {
      const edits = moves.map(({ wish, to }) => moveEdit(editor, layer, wish, to, drag));
      const change: Edit =
        edits.length === 1 ? edits[0] : { edit: 'group', name: 'Move handles', edits };
      editor.link.tell({ type: 'edit', edit: change });
    },
    end: async () => void (await ask(editor, { type: 'end_drag' })),
    cancel: async () => void (await ask(editor, { type: 'cancel_drag' })),
  };
}

// Green: `to` is the target. Blend: `to` is the displacement.
function moveEdit(editor: Editor, layer: number, wish: number, to: Vec3, drag: number): Edit {
  const content = layerOf(layersOf(editor), layer);
  if (content?.kind !== 'blend') return { edit: 'move_wish', layer, wish, target: to, drag };
  const delta = content.deltas.find(({ id }) => id === wish)!;
  return { edit: 'change_delta', layer, delta: { ...delta, displacement: to }, drag };
}

// One move as one step, for number fields and typed values.
export async function moveHandle(
  editor: Editor,
  layer: number,
  wish: number,
  to: Vec3,
): Promise<void> {
  await edit(editor, moveEdit(editor, layer, wish, to, 0));
}
