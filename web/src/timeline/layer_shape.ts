// What of a layer is there at each frame, as the bar on its track shows it.
import type { BlendLayer, GreenLayer, Layer } from '../protocol/shot';
import { envelopeAt, fullWeight, weightAt } from './weight_curve';

export type Range = { first: number; last: number };

// Of a taper that the program chooses by itself (spacetime/motion_edit.cpp, adapt_taper).
const longestTaper = 10; // frames

/** Frames outside of which the layer changes nothing. */
export function affectedFrames(layer: Layer, frameCount: number): Range {
  const end = frameCount - 1;
  if (layer.kind === 'green') {
    const [first, last] = layer.settings.window ?? [0, end];
    return { first: Math.max(0, first), last: Math.min(end, last) };
  }
  const { hold, ease_in, ease_out } = layer.envelope;
  return {
    first: Math.max(0, hold[0] - Math.max(0, ease_in - 1)),
    last: Math.min(end, hold[1] + Math.max(0, ease_out - 1)),
  };
}

/** Frames over which the edges of a green layer's window are softened: as set, or as chosen. */
export function tapers(layer: GreenLayer, frameCount: number): { start: number; end: number } {
  const { first, last } = affectedFrames(layer, frameCount);
  const { ends, taper_start, taper_end } = layer.settings.cost;
  const frames = layer.wishes.map((wish) => wish.frame);
  const chosen = (isInside: boolean, distances: number[]) => {
    const room = Math.min(longestTaper, ...distances);
    const most = Math.floor((last - first + 1) / 4);
    return isInside ? Math.min(most, Math.max(0, room)) : 0;
  };
  const before = frames.map((frame) => frame - first - 2);
  const after = frames.map((frame) => last - 2 - frame);
  const start = taper_start >= 0 ? taper_start : chosen(first > 0, before);
  const end = taper_end >= 0 ? taper_end : chosen(last + 1 < frameCount, after);
  return { start: ends === 'loop' ? 0 : start, end: ends === 'both' ? end : 0 };
}

// sin² of how far into the softened edge: by its square the residual is divided (spacetime/cost.cpp).
function softened(distance: number, length: number): number {
  return distance >= length ? 1 : Math.sin((Math.PI * Math.max(0, distance)) / (2 * length)) ** 2;
}

function greenPresence(layer: GreenLayer, frameCount: number): (frame: number) => number {
  const { first, last } = affectedFrames(layer, frameCount);
  const { start, end } = tapers(layer, frameCount);
  return (frame) => {
    if (frame < first || frame > last) return 0;
    return Math.min(softened(frame - first, start), softened(last - frame, end));
  };
}

/** 0 to 1 (more where a weight is above 1): how much of the layer can be there at each frame. */
function presenceOf(layer: Layer, frameCount: number): (frame: number) => number {
  const curve = layer.weight ?? fullWeight;
  const own =
    layer.kind === 'green'
      ? greenPresence(layer, frameCount)
      : (frame: number) => envelopeAt(layer.envelope, frame);
  return (frame) => weightAt(curve, frame) * own(frame);
}

export function presence(layer: Layer, frame: number, frameCount: number): number {
  return presenceOf(layer, frameCount)(frame);
}

export type Point = { frame: number; height: number };

/** The top edge of the bar, a point a frame from where the layer begins to where it ends. */
export function outline(layer: Layer, frameCount: number): Point[] {
  const { first, last } = barRange(layer, frameCount);
  const height = presenceOf(layer, frameCount);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const frame = first + i;
    return { frame, height: height(frame) };
  });
}

/** From where the bar is nothing to where it is nothing again. */
export function barRange(layer: Layer, frameCount: number): Range {
  if (layer.kind === 'green') return affectedFrames(layer, frameCount);
  return blendRange(layer, frameCount);
}

function blendRange({ envelope }: BlendLayer, frameCount: number): Range {
  const first = Math.max(0, envelope.hold[0] - Math.max(0, envelope.ease_in));
  return {
    first,
    last: Math.min(frameCount - 1, envelope.hold[1] + Math.max(0, envelope.ease_out)),
  };
}

/** The layers that count: where any is solo, only those. */
export function activeLayers(layers: readonly Layer[]): Layer[] {
  const anySolo = layers.some((layer) => layer.solo);
  return layers.filter((layer) => !layer.muted && (layer.solo || !anySolo));
}
