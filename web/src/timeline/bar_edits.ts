// Dragging the bar of a layer: its edges, the ends of its easing, all of it, and its marks. Each
// gives the layer as it would become; the edit is sent when the hand lets go.
import type { Edit } from '../protocol/edits';
import type { BlendLayer, GreenLayer, Layer } from '../protocol/shot';
import { barRange, tapers } from './layer_shape';

export type Grip = 'first' | 'ease_in' | 'ease_out' | 'last';
export type GripPlace = { grip: Grip; frame: number; isTop: boolean };

/** Where the grips of a bar are; those of the easing stand at the top. */
export function grips(layer: Layer, frameCount: number): GripPlace[] {
  const { first, last } = barRange(layer, frameCount);
  const [top, end] = layer.kind === 'green' ? taperedTop(layer, frameCount) : layer.envelope.hold;
  return [
    { grip: 'first', frame: first, isTop: false },
    { grip: 'ease_in', frame: top, isTop: true },
    { grip: 'ease_out', frame: end, isTop: true },
    { grip: 'last', frame: last, isTop: false },
  ];
}

function taperedTop(layer: GreenLayer, frameCount: number): [number, number] {
  const { first, last } = barRange(layer, frameCount);
  const { start, end } = tapers(layer, frameCount);
  return [first + start, last - end];
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The layer with a grip taken to the frame, as far as the others allow. */
export function withGrip(layer: Layer, grip: Grip, frame: number, frameCount: number): Layer {
  return layer.kind === 'green'
    ? greenWithGrip(layer, grip, frame, frameCount)
    : blendWithGrip(layer, grip, frame, frameCount);
}

// A window holds its outermost frames: two on each side and one between, or two and one.
function shortestWindow(layer: GreenLayer): number {
  return layer.settings.cost.ends === 'both' ? 5 : 3;
}

function greenWithGrip(
  layer: GreenLayer,
  grip: Grip,
  frame: number,
  frameCount: number,
): GreenLayer {
  const { first, last } = barRange(layer, frameCount);
  const length = shortestWindow(layer) - 1;
  const cost = layer.settings.cost;
  switch (grip) {
    case 'first':
      return withWindow(layer, [clamp(frame, 0, last - length), last]);
    case 'last':
      return withWindow(layer, [first, clamp(frame, first + length, frameCount - 1)]);
    case 'ease_in': {
      const taper_start = clamp(frame - first, 0, last - first - Math.max(0, cost.taper_end));
      return withCost(layer, { ...cost, taper_start });
    }
    case 'ease_out': {
      const taper_end = clamp(last - frame, 0, last - first - Math.max(0, cost.taper_start));
      return withCost(layer, { ...cost, taper_end });
    }
  }
}

function withWindow(layer: GreenLayer, window: [number, number]): GreenLayer {
  return { ...layer, settings: { ...layer.settings, window } };
}

function withCost(layer: GreenLayer, cost: GreenLayer['settings']['cost']): GreenLayer {
  return { ...layer, settings: { ...layer.settings, cost } };
}

function blendWithGrip(
  layer: BlendLayer,
  grip: Grip,
  frame: number,
  frameCount: number,
): BlendLayer {
  const { envelope } = layer;
  const [first, last] = envelope.hold;
  const begin = first - envelope.ease_in;
  const end = last + envelope.ease_out;
  const change = (part: Partial<BlendLayer['envelope']>) => ({
    ...layer,
    envelope: { ...envelope, ...part },
  });
  switch (grip) {
    case 'first':
      return change({ ease_in: clamp(first - frame, 0, first) });
    case 'last':
      return change({ ease_out: clamp(frame - last, 0, frameCount - 1 - last) });
    case 'ease_in': {
      const hold = clamp(frame, Math.max(0, begin), last);
      return change({ hold: [hold, last], ease_in: hold - begin });
    }
    case 'ease_out': {
      const hold = clamp(frame, first, Math.min(end, frameCount - 1));
      return change({ hold: [first, hold], ease_out: end - hold });
    }
  }
}

/** The whole bar moved by so many frames, as far as the motion goes. */
export function withBarMoved(layer: Layer, frames: number, frameCount: number): Layer {
  const { first, last } = barRange(layer, frameCount);
  const by = clamp(frames, -first, frameCount - 1 - last);
  if (layer.kind === 'green') return withWindow(layer, [first + by, last + by]);
  const [from, to] = layer.envelope.hold;
  return { ...layer, envelope: { ...layer.envelope, hold: [from + by, to + by] } };
}

/** The edit that makes the layer's window and easing those of the changed one. */
export function barEdit(changed: Layer): Edit {
  if (changed.kind === 'green') {
    return { edit: 'change_settings', layer: changed.id, settings: changed.settings };
  }
  const { id, envelope, space } = changed;
  return { edit: 'change_blend', layer: id, envelope, space };
}

export type Mark = { id: number; frame: number; name: string };

/** What stands on a layer's track: its wishes, or where its displacements were drawn. */
export function marks(layer: Layer): Mark[] {
  const entries = layer.kind === 'green' ? layer.wishes : layer.deltas;
  return entries.map(({ id, frame, name }) => ({ id, frame, name: name ?? '' }));
}

/** The layer with a mark at another frame, inside of what may change. */
export function withMark(layer: Layer, id: number, frame: number, frameCount: number): Layer {
  if (layer.kind === 'green') {
    const { first, last } = barRange(layer, frameCount);
    const held = layer.settings.cost.ends === 'loop' ? 0 : 2;
    const heldEnd = layer.settings.cost.ends === 'both' ? 2 : 0;
    const place = clamp(frame, first + held, last - heldEnd);
    return {
      ...layer,
      wishes: layer.wishes.map((wish) => (wish.id === id ? { ...wish, frame: place } : wish)),
    };
  }
  const place = clamp(frame, 0, frameCount - 1);
  return {
    ...layer,
    deltas: layer.deltas.map((delta) => (delta.id === id ? { ...delta, frame: place } : delta)),
  };
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
  if (changed.kind === 'green') {
    const wish = changed.wishes.find((entry) => entry.id === id);
    return wish && { edit: 'change_wish', layer: changed.id, wish };
  }
  const delta = changed.deltas.find((entry) => entry.id === id);
  return delta && { edit: 'change_delta', layer: changed.id, delta, drag: 0 };
}
