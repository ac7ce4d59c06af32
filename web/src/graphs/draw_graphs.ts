// Curves, bars and stems on the time axis.
import { compact, fixed } from '../text/number_text';
import {
  caption,
  crisp,
  diamond,
  faded,
  haloText,
  line,
  polyline,
  token,
  type Plot,
} from '../timeline/plot';
import { frameAt, xOf, type TimeAxis } from '../timeline/time_axis';
import { valueTicks, yOf, type ValueAxis } from './value_axis';

type Frames = { axis: TimeAxis; first: number; last: number };

/** Only the frames in sight, and one beyond on each side. */
export function seenFrames(axis: TimeAxis, frameCount: number, plot: Plot): Frames {
  return {
    axis,
    first: Math.max(0, Math.floor(frameAt(axis, 0)) - 1),
    last: Math.min(frameCount - 1, Math.ceil(frameAt(axis, plot.width)) + 1),
  };
}

function points(frames: Frames, values: ArrayLike<number>, axis: ValueAxis): [number, number][] {
  return Array.from({ length: Math.max(0, frames.last - frames.first + 1) }, (_, i) => {
    const frame = frames.first + i;
    return [xOf(frames.axis, frame), yOf(axis, values[frame])];
  });
}

export function drawCurve(
  plot: Plot,
  frames: Frames,
  values: ArrayLike<number>,
  axis: ValueAxis,
  color: string,
  width: number,
): void {
  polyline(plot, points(frames, values, axis), token(color), width);
}

/** What lies between two curves. */
export function drawBetween(
  plot: Plot,
  frames: Frames,
  upper: ArrayLike<number>,
  lower: ArrayLike<number>,
  axis: ValueAxis,
): void {
  const { context } = plot;
  const there = points(frames, upper, axis);
  const back = points(frames, lower, axis).reverse();
  context.beginPath();
  [...there, ...back].forEach(([x, y], i) =>
    i === 0 ? context.moveTo(x, y) : context.lineTo(x, y),
  );
  context.closePath();
  context.fillStyle = faded('output', 0.13);
  context.fill();
}

export function drawValueTicks(plot: Plot, axis: ValueAxis, unit: string, scale = 1): void {
  caption(plot.context);
  plot.context.textAlign = 'left';
  plot.context.textBaseline = 'middle';
  plot.context.save();
  plot.context.setLineDash([2, 4]);
  const shown = { ...axis, low: axis.low * scale, high: axis.high * scale };
  const all = valueTicks(shown);
  for (const { value } of all) {
    const y = crisp(yOf(shown, value));
    line(plot, 0, y, plot.width, y, token('line'));
  }
  plot.context.restore();
  for (const { value, decimals } of all) {
    haloText(plot, `${fixed(value, decimals)} ${unit}`, 8, yOf(shown, value), token('text-3'));
  }
}

/** Bars standing on the bottom of the axis; `tall` picks those that stand out. */
export function drawBars(
  plot: Plot,
  frames: Frames,
  values: ArrayLike<number | null>,
  axis: ValueAxis,
  isHot: (frame: number) => boolean = () => false,
): void {
  const { context } = plot;
  const width = Math.max(1, Math.min(6, 0.62 * (xOf(frames.axis, 1) - xOf(frames.axis, 0))));
  for (let frame = frames.first; frame <= frames.last; ++frame) {
    const value = values[frame];
    if (!value) continue;
    const y = yOf(axis, value);
    context.fillStyle = isHot(frame) ? token('warn') : faded('text-3', 0.6);
    context.fillRect(xOf(frames.axis, frame) - width / 2, y, width, axis.bottom - y);
  }
}

/** A mark on a stem for each value: handle errors. */
export function drawStems(
  plot: Plot,
  time: TimeAxis,
  stems: { frame: number; value: number; bad: boolean }[],
  axis: ValueAxis,
): void {
  for (const { frame, value, bad } of stems) {
    const color = token(bad ? 'error' : 'handle');
    const y = Math.max(axis.top, yOf(axis, value));
    line(plot, xOf(time, frame), axis.bottom, xOf(time, frame), y, color, 1.5);
    diamond(plot, xOf(time, frame), y, 4.5, color, token('bg-0'));
  }
}

export function drawLimit(plot: Plot, axis: ValueAxis, limit: number): void {
  plot.context.save();
  plot.context.setLineDash([4, 4]);
  const y = crisp(yOf(axis, limit));
  line(plot, 0, y, plot.width, y, faded('text-3', 0.7));
  plot.context.restore();
}

export function clear(plot: Plot): void {
  plot.context.fillStyle = token('bg-0');
  plot.context.fillRect(0, 0, plot.width, plot.height);
}

/** "18.4 N" and the like: the largest of the values and where it is. */
export function peak(values: ArrayLike<number | null>): { value: number; frame: number } | null {
  let best: { value: number; frame: number } | null = null;
  for (let frame = 0; frame < values.length; ++frame) {
    const value = values[frame];
    if (value !== null && (!best || value > best.value)) best = { value, frame };
  }
  return best;
}

export function peakText(values: ArrayLike<number | null>, unit: string): string {
  const found = peak(values);
  return found && found.value > 0 ? `${compact(found.value)} ${unit} at ${found.frame}` : 'none';
}
