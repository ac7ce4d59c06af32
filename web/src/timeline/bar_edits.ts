// Dragging the bar of a layer: its edges, the ends of its easing, all of it, and its marks. Each
// gives the layer as it would become; the edit is sent when the hand lets go.
import type { Edit } from '../shot/edits';
import { clamp } from '../shot/frames';
import { kindOf, marksOf, type Layer } from '../shot/layer';
import type { Grip } from '../shot/layer_kind';
import { barRange } from './layer_shape';

export type GripPlace = { grip: Grip; frame: number; isTop: boolean };

/** Where the grips of a bar are; those of the easing stand at the top. */
export function grips(layer: Layer, frameCount: number): GripPlace[] {
  const { range, hand } = kindOf(layer).bar;
  if (!hand) return [];
  const { first, last } = range(layer, frameCount);
  const [top, end] = hand.top(layer, frameCount);
  return [
    { grip: 'first', frame: first, isTop: false },
    { grip: 'ease_in', frame: top, isTop: true },
    { grip: 'ease_out', frame: end, isTop: true },
    { grip: 'last', frame: last, isTop: false },
  ];
}

/** The layer with a grip taken to the frame, as far as the others allow. */
export function withGrip(layer: Layer, grip: Grip, frame: number, frameCount: number): Layer {
  return kindOf(layer).bar.hand?.withGrip(layer, grip, frame, frameCount) ?? layer;
}

/** The whole bar moved by so many frames, as far as the motion goes. */
export function withBarMoved(layer: Layer, frames: number, frameCount: number): Layer {
  const { first, last } = barRange(layer, frameCount);
  const by = clamp(frames, -first, frameCount - 1 - last);
  return kindOf(layer).bar.hand?.movedBy(layer, by, frameCount) ?? layer;
}

/** The edit that makes the layer's window and easing those of the changed one. */
export function barEdit(changed: Layer): Edit | undefined {
  return kindOf(changed).bar.hand?.edit(changed);
}

export type Mark = { id: number; frame: number; name: string };

/** What stands on a layer's track: its wishes, or where its displacements were drawn. */
export function marks(layer: Layer): Mark[] {
  return marksOf(layer).map(({ id, frame, name }) => ({ id, frame, name: name ?? '' }));
}

/** The layer with a mark at another frame, inside of what may change. */
export function withMark(layer: Layer, id: number, frame: number, frameCount: number): Layer {
  return kindOf(layer).marks?.atFrame(layer, id, frame, frameCount) ?? layer;
}

/** The layer with these marks moved by so many frames together, as far as all of them may go. */
export function withMarksMoved(
  layer: Layer,
  ids: readonly number[],
  frames: number,
  frameCount: number,
): Layer {
  const places = marks(layer).filter(({ id }) => ids.includes(id));
  const frameOf = (changed: Layer, id: number) => marks(changed).find((m) => m.id === id)!.frame;
  const reached = places.map(
    ({ id, frame }) => frameOf(withMark(layer, id, frame + frames, frameCount), id) - frame,
  );
  // A mark that stands outside of the window may only come in: it holds nobody back.
  const allowed = reached.filter((by) => by * frames >= 0).map(Math.abs);
  const by = Math.sign(frames) * Math.min(Math.abs(frames), ...allowed);
  return places.reduce((all, { id, frame }) => withMark(all, id, frame + by, frameCount), layer);
}

/** The edit that takes marks to where the changed layer has them. */
export function marksEdit(changed: Layer, ids: readonly number[]): Edit | undefined {
  const edits = ids.map((id) => markEdit(changed, id)).filter((each) => each !== undefined);
  return edits.length > 1 ? { edit: 'group', name: 'Move handles', edits } : edits[0];
}

function markEdit(changed: Layer, id: number): Edit | undefined {
  const mark = marksOf(changed).find((entry) => entry.id === id);
  return mark && kindOf(changed).marks?.change(changed, mark);
}
