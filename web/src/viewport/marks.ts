import type { Editor } from '../document/editor';
import { layersOf, mainVertex } from '../document/commands';
import { streams } from '../document/vertices';
import { marksOf, type Layer } from '../shot/layer';
import type { Mark } from '../shot/layer_kind';
import type { Vec3, Wish } from '../shot/shot';
import { add, sub, vertexAt } from './vec';

// A handle as the views show it.
export type HandleMark = {
  layer: number;
  pose?: number; // the pose that it bends, instead of a layer
  id: number;
  kind: 'handle' | 'pin';
  frame: number;
  drags: boolean; // a place that a hand can move: no pin, no velocity
  here: boolean; // belongs to the frame under edit
  onTrail: boolean; // of another frame, and stands where the trail has its vertex then
  selected: boolean;
  active: boolean; // the last one selected: it carries the gizmo
  place: Vec3; // m
  body: Vec3; // where the body has the point, which stiffness may keep from the place
  input: Vec3 | null; // where the input has the same point
  vertex: number;
};

type Way = { vertex: number | null; output: Float32Array | null }; // xyz a frame

// Marks of the selected layer; those of other layers only get in the way.
export function handleMarks(editor: Editor, trail: Way | null): HandleMark[] {
  const { selection } = editor.view;
  const layer = layersOf(editor).find(({ id }) => id === selection.layer);
  const body = editor.vertices.frame(streams.edit)?.simulation.positions;
  if (!layer || !body) return [];
  return marksOf(layer)
    .map((mark) => handleMark(editor, layer, mark, body))
    .filter((mark) => mark !== null)
    .map((mark) => (trail ? onTrail(mark, trail) : mark));
}

function onTrail(mark: HandleMark, { vertex, output }: Way): HandleMark {
  const { here, frame } = mark;
  if (here || vertex !== mark.vertex || !output || 3 * frame >= output.length) return mark;
  return { ...mark, onTrail: true, place: vertexAt(output, frame) };
}

function handleMark(
  editor: Editor,
  layer: Layer,
  mark: Mark,
  body: Float32Array,
): HandleMark | null {
  const vertex = mainVertex(mark);
  if (vertex === null || 3 * vertex >= body.length) return null;
  const { selection, editFrame } = editor.view;
  const frame = mark.frame;
  const here = frame === editFrame;
  const now = pointOf(mark, body);
  const input = editor.vertices.frame(streams.ghost);
  return {
    layer: layer.id,
    id: mark.id,
    kind: kindOf(mark) === 'pin' ? 'pin' : 'handle',
    drags: !['pin', 'velocity', 'pose'].includes(kindOf(mark)),
    frame,
    here,
    onTrail: false,
    selected: selection.wishes.includes(mark.id),
    active: selection.wishes.at(-1) === mark.id,
    body: now,
    place: here && 'target' in mark && mark.target ? wished(mark, now) : now,
    input: input?.frame === editFrame ? pointOf(mark, input.simulation.positions) : null,
    vertex,
  };
}

function kindOf(mark: Mark): string {
  return 'kind' in mark ? (mark.kind ?? 'position') : 'displacement';
}

// The weighted mean that the handle holds; of a blend displacement the vertex under the hand.
function pointOf(mark: Mark, positions: Float32Array): Vec3 {
  const { vertices, weights } = mark;
  if (!vertices || 'displacement' in mark) return vertexAt(positions, mainVertex(mark) ?? 0);
  return vertices.reduce<Vec3>(
    (sum, vertex, k) => {
      const w = weights ? weights[k] : 1 / vertices.length;
      const p = vertexAt(positions, vertex);
      return add(sum, [w * p[0], w * p[1], w * p[2]]);
    },
    [0, 0, 0],
  );
}

// The target, except along free axes, where the body goes as it likes. A copy: the document's own
// changes while a hand drags.
function wished(wish: Wish, now: Vec3): Vec3 {
  const target = wish.target!;
  if (wish.kind === 'relative' || wish.kind === 'velocity') return now;
  const axes = wish.axes;
  if (!axes) return [...target];
  return [0, 1, 2].map((k) => (axes.includes('xyz'[k]) ? target[k] : now[k])) as Vec3;
}

// What the readout says: how far the handle has been taken from the input.
export function movedBy(mark: HandleMark, place: Vec3): Vec3 | null {
  return mark.input && sub(place, mark.input);
}
