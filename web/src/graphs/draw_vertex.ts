// The curves of one vertex, input against output, with the control force below.
import { crisp, diamond, line, token, type Plot } from '../timeline/plot';
import { xOf, type TimeAxis } from '../timeline/time_axis';
import { drawBars, drawBetween, drawCurve, drawValueTicks, seenFrames } from './draw_graphs';
import { valueRange, yOf, type ValueAxis } from './value_axis';

export type VertexPicture = {
  axis: TimeAxis;
  frameCount: number;
  before: Float32Array | null; // a value a frame, m
  after: Float32Array | null;
  force: readonly (number | null)[] | null; // N
  window: { first: number; last: number } | null;
  handles: { frame: number; selected: boolean }[];
  editFrame: number;
};

const forceShare = 0.27; // of the height, for the bars at the bottom

function valueAxis(plot: Plot, { before, after, force }: VertexPicture): ValueAxis {
  const range = valueRange([before ?? [], after ?? []]);
  return { ...range, top: 10, bottom: plot.height * (force ? 1 - forceShare : 1) - 8 };
}

export function drawVertex(plot: Plot, picture: VertexPicture): void {
  const { axis, before, after, window } = picture;
  const frames = seenFrames(axis, picture.frameCount, plot);
  const values = valueAxis(plot, picture);
  if (window) {
    plot.context.fillStyle = '#ffffff07';
    const x = xOf(axis, window.first);
    plot.context.fillRect(x, 0, xOf(axis, window.last) - x, plot.height);
  }
  if (before) drawValueTicks(plot, values, 'm');
  if (before && after) drawBetween(plot, frames, after, before, values);
  if (before) drawCurve(plot, frames, before, values, 'input', 1.5);
  if (after) drawCurve(plot, frames, after, values, 'output', 2);
  if (picture.force) drawForce(plot, picture, picture.force, values.bottom + 5);
}

function drawForce(
  plot: Plot,
  { axis, frameCount }: VertexPicture,
  force: readonly (number | null)[],
  top: number,
): void {
  line(plot, 0, crisp(top), plot.width, crisp(top), token('line'));
  const { high } = valueRange([force]);
  const bars: ValueAxis = { low: 0, high, top: top + 4, bottom: plot.height - 2 };
  drawBars(plot, seenFrames(axis, frameCount, plot), force, bars);
}

/** Above the playheads: where the input was at this frame, and the handles on the output. */
export function drawVertexMarks(plot: Plot, picture: VertexPicture): void {
  const { axis, before, after, editFrame } = picture;
  if (!before || !after) return;
  const values = valueAxis(plot, picture);
  ring(plot, xOf(axis, editFrame), yOf(values, before[editFrame]));
  for (const { frame, selected } of picture.handles) {
    const stroke = token(selected ? 'select' : 'bg-0');
    diamond(plot, xOf(axis, frame), yOf(values, after[frame]), 5.5, token('handle'), stroke);
  }
}

function ring({ context }: Plot, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fillStyle = token('bg-0');
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = token('input');
  context.stroke();
}
