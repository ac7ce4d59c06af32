import type { Edit } from '../shot/edits';
import { kindOf, markIn, type Layer } from '../shot/layer';
import type { Mark } from '../shot/layer_kind';
import type { Vec3, Wish } from '../shot/shot';
import { edit } from './ask';
import type { Editor } from './editor';
import { layersOf, selectedLayer } from './layer_commands';
import { mainVertex, meanOf, radiusOf, regionAround } from '../shot/region';
import { layerOf } from './selection';
import { streams } from './vertices';

const smallestShare = 0.005; // of the body's size

export function softRadiusLimits({ shot }: Editor): [number, number] {
  const size = shot.opened?.size ?? 1;
  return [smallestShare * size, size];
}

/** Where a region around a vertex is: a handle that is put there moves nothing yet. Null where the
 * left view does not show that frame now. */
export function regionPlace(
  { vertices }: Editor,
  vertex: number,
  frame: number,
  radius: number,
): Vec3 | null {
  const shown = vertices.frame(streams.edit);
  const { rest } = vertices.mesh;
  if (shown?.frame !== frame || shown.simulation.positions.length !== rest.length) return null;
  return meanOf(regionAround(rest, vertex, radius), shown.simulation.positions);
}

/** A mark with another radius; 0 takes the vertex alone. A target goes along with the mean. */
export function withRadius<T extends Mark>(editor: Editor, mark: T, radius: number): T {
  const center = mainVertex(mark);
  if (center === null) return mark;
  const { vertices: _vertices, weights: _weights, radius: _radius, ...rest } = mark;
  const grown = { ...rest, vertex: center, ...(radius > 0 && { radius }) } as T;
  if (!('target' in mark) || !mark.target || (mark.kind ?? 'position') !== 'position') return grown;
  return { ...grown, target: shifted(editor, mark, center, radius) };
}

function shifted(editor: Editor, wish: Wish, center: number, radius: number): Vec3 {
  const { rest } = editor.vertices.mesh;
  const shown = editor.vertices.frame(streams.edit);
  const positions = shown?.frame === wish.frame ? shown.simulation.positions : rest;
  const alone = { vertices: [center], weights: [1] };
  const { vertices, weights } = wish;
  const old = vertices && weights ? { vertices, weights } : alone;
  const before = meanOf(old, positions);
  const after = meanOf(radius > 0 ? regionAround(rest, center, radius) : alone, positions);
  return wish.target!.map((x, axis) => x + after[axis] - before[axis]) as Vec3;
}

/** Changes the radius of a mark, as an edit. */
function radiusEdit(editor: Editor, layer: Layer, mark: Mark, radius: number): Edit | undefined {
  return kindOf(layer).marks?.change(layer, withRadius(editor, mark, radius));
}

/** Of region handles to come, and of the selected one where it is a region. */
export async function setSoftRadius(editor: Editor, radius: number): Promise<void> {
  editor.setView('softRadius', radius);
  await changeSelected(editor, () => radius);
}

/** The same, each by a factor. */
export async function scaleSoftRadius(editor: Editor, factor: number): Promise<void> {
  const scaled = (radius: number) => withinLimits(editor, factor * radius);
  editor.setView('softRadius', scaled);
  await changeSelected(editor, scaled);
}

async function changeSelected(editor: Editor, change: (radius: number) => number): Promise<void> {
  const layer = selectedLayer(editor);
  const active = editor.view.selection.wishes.at(-1);
  const mark = markIn(layer, active);
  const radius = mark && radiusOf(mark, editor.vertices.mesh.rest);
  const wanted = layer && radius && radiusEdit(editor, layer, mark, change(radius));
  if (wanted) await edit(editor, wanted);
}

/** A region that a hand holds, wider or narrower, as an edit; and how far its target goes along (m).
 * Null where the mark is no region. */
export function heldRadius(
  editor: Editor,
  { layer: layerId, id }: { layer: number; id: number },
  factor: number,
): { change: Edit; shift: Vec3 } | null {
  const layer = layerOf(layersOf(editor), layerId);
  const mark = markIn(layer, id);
  const radius = mark && radiusOf(mark, editor.vertices.mesh.rest);
  if (!layer || !mark || !radius) return null;
  const wider = withinLimits(editor, factor * radius);
  editor.setView('softRadius', wider);
  const change = radiusEdit(editor, layer, mark, wider);
  return change ? { change, shift: targetShift(mark, change) } : null;
}

function targetShift(mark: Mark, change: Edit): Vec3 {
  const before = 'target' in mark && mark.target;
  const after = change.edit === 'change_wish' && change.wish.target;
  return [0, 1, 2].map((k) => (before && after ? after[k] - before[k] : 0)) as Vec3;
}

function withinLimits(editor: Editor, radius: number): number {
  const [least, most] = softRadiusLimits(editor);
  return Math.max(least, Math.min(most, radius));
}
