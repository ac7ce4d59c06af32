// A layer whose wishes the material answers, by spacetime Green's functions.
import * as is from '../../json/shape';
import type { Bar, BarHand, Eases, LayerKind, Range } from '../layer_kind';
import { clamp } from '../frames';
import { headFields, headOptions, settings, wish, type Settings } from '../shot';
import { wishMarks } from './wish_marks';

const check = is.object(
  { ...headFields, kind: is.oneOf(['green']), settings, wishes: is.list(wish) },
  headOptions,
);
export type GreenLayer = is.Checked<typeof check>;

function window({ settings }: GreenLayer, frameCount: number): Range {
  const [first, last] = settings.window ?? [0, frameCount - 1];
  return { first: Math.max(0, first), last: Math.min(frameCount - 1, last) };
}

// Of a taper that the program chooses by itself (spacetime/motion_edit.cpp, adapt_taper).
const longestTaper = 10; // frames

/** Frames over which the edges of the window are softened: as set, or as chosen. */
export function tapers(layer: GreenLayer, frameCount: number): Eases {
  const { first, last } = window(layer, frameCount);
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

function presence(layer: GreenLayer, frameCount: number): (frame: number) => number {
  const { first, last } = window(layer, frameCount);
  const { start, end } = tapers(layer, frameCount);
  return (frame) => {
    if (frame < first || frame > last) return 0;
    return Math.min(softened(frame - first, start), softened(last - frame, end));
  };
}

const withWindow = (layer: GreenLayer, window: [number, number]): GreenLayer => ({
  ...layer,
  settings: { ...layer.settings, window },
});

const withCost = (layer: GreenLayer, part: Partial<Settings['cost']>): GreenLayer => ({
  ...layer,
  settings: { ...layer.settings, cost: { ...layer.settings.cost, ...part } },
});

// A window holds its outermost frames: two on each side and one between, or two and one.
const shortestWindow = ({ settings }: GreenLayer) => (settings.cost.ends === 'both' ? 5 : 3);

const hand: BarHand<GreenLayer> = {
  top(layer, frameCount) {
    const { first, last } = window(layer, frameCount);
    const { start, end } = tapers(layer, frameCount);
    return [first + start, last - end];
  },
  withGrip(layer, grip, frame, frameCount) {
    const { first, last } = window(layer, frameCount);
    const length = shortestWindow(layer) - 1;
    const { taper_start, taper_end } = layer.settings.cost;
    switch (grip) {
      case 'first':
        return withWindow(layer, [clamp(frame, 0, last - length), last]);
      case 'last':
        return withWindow(layer, [first, clamp(frame, first + length, frameCount - 1)]);
      case 'ease_in': {
        const most = last - first - Math.max(0, taper_end);
        return withCost(layer, { taper_start: clamp(frame - first, 0, most) });
      }
      case 'ease_out': {
        const most = last - first - Math.max(0, taper_start);
        return withCost(layer, { taper_end: clamp(last - frame, 0, most) });
      }
    }
  },
  movedBy(layer, frames, frameCount) {
    const { first, last } = window(layer, frameCount);
    return withWindow(layer, [first + frames, last + frames]);
  },
  eases: tapers,
  withEases: (layer, { start, end }) => withCost(layer, { taper_start: start, taper_end: end }),
  automatic: {
    is: ({ settings: { cost } }) => cost.taper_start < 0 && cost.taper_end < 0,
    with: (layer) => withCost(layer, { taper_start: -1, taper_end: -1 }),
  },
  edit: ({ id, settings }) => ({ edit: 'change_settings', layer: id, settings }),
};

const bar: Bar<GreenLayer> = { affected: window, range: window, presence, hand };

// The outermost frames of a window are held: a wish there would be in vain.
function allowed(layer: GreenLayer, frame: number, frameCount: number): number {
  const { first, last } = window(layer, frameCount);
  const { ends } = layer.settings.cost;
  return clamp(frame, first + (ends === 'loop' ? 0 : 2), last - (ends === 'both' ? 2 : 0));
}

export const green: LayerKind<GreenLayer> = {
  kind: 'green',
  check,
  method: 'Green: by the material',
  adding: {
    title: 'Green: answered by the material',
    command: 'Add a layer: answered by the material',
    keys: { blender: 'Shift A', maya: 'Shift A' },
    content: (name) => ({ kind: 'green', name }),
  },
  holdsWishes: true,
  isSolved: true,
  marks: wishMarks(allowed),
  bar,
  fields: [],
};
