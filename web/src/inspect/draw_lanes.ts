// Measures of quality over time, one below the other.
import {
  clear,
  drawBars,
  drawCurve,
  drawLimit,
  drawStems,
  seenFrames,
} from '../graphs/draw_graphs';
import { valueRange, type ValueAxis } from '../graphs/value_axis';
import type { InspectedProblem, Inspection } from '../protocol/messages';
import { drawGrid } from '../timeline/draw_tracks';
import { crisp, faded, line, token, type Plot } from '../timeline/plot';
import { xOf, type TimeAxis } from '../timeline/time_axis';

export type QualityGraph = Inspection['graphs'][number];

export type LanePicture = {
  axis: TimeAxis;
  frameCount: number;
  graphs: readonly QualityGraph[];
  problems: readonly InspectedProblem[];
  shown: string | null; // key of the problem looked at
  laneHeight: number;
};

export function drawLanes(plot: Plot, picture: LanePicture): void {
  clear(plot);
  drawGrid(plot, picture.axis);
  shadeProblems(plot, picture);
  picture.graphs.forEach((graph, i) => {
    const bottom = (i + 1) * picture.laneHeight;
    drawLane(plot, picture, graph, { top: bottom - picture.laneHeight + 7, bottom: bottom - 7 });
    line(plot, 0, crisp(bottom - 1), plot.width, crisp(bottom - 1), token('bg-2'));
  });
}

const colors = { error: 'error', warning: 'warn', note: 'text-3' };

function shadeProblems(plot: Plot, { axis, problems, shown }: LanePicture): void {
  for (const { key, severity, frames } of problems) {
    for (const [first, last] of frames) {
      const x = xOf(axis, first - 0.5);
      const width = Math.max(3, xOf(axis, last + 0.5) - x);
      plot.context.fillStyle = token(colors[severity]);
      plot.context.fillRect(x, 0, width, 3);
      if (key !== shown) continue;
      plot.context.fillStyle = faded(colors[severity], 0.09);
      plot.context.fillRect(x, 3, width, plot.height);
    }
  }
}

function drawLane(
  plot: Plot,
  { axis, frameCount }: LanePicture,
  graph: QualityGraph,
  place: { top: number; bottom: number },
): void {
  const limit = graph.limit ?? 0;
  const values = graph.per_frame;
  const high = Math.max(1e-12, valueRange([values]).high, 1.25 * limit);
  const scale: ValueAxis = { low: 0, high, ...place };
  const frames = seenFrames(axis, frameCount, plot);
  const isBad = (value: number | null) => limit > 0 && value !== null && value > limit;
  if (limit > 0) drawLimit(plot, scale, limit);
  if (isAtHandles(graph)) {
    const stems = values.flatMap((value, frame) =>
      value === null ? [] : [{ frame, value, bad: isBad(value) }],
    );
    drawStems(plot, axis, stems, scale);
  } else if (graph.key.includes('force')) {
    drawBars(plot, frames, values, scale, (frame) => isBad(values[frame]));
  } else {
    const known = values.map((value) => value ?? 0);
    drawCurve(plot, frames, known, scale, 'output', 1.75);
    drawBadParts(plot, axis, known, isBad, scale);
  }
}

// Measured only where there are handles.
function isAtHandles({ key, per_frame }: QualityGraph): boolean {
  return (
    /handle|miss/.test(key) ||
    per_frame.filter((value) => value === null).length > per_frame.length / 2
  );
}

function drawBadParts(
  plot: Plot,
  axis: TimeAxis,
  values: number[],
  isBad: (value: number) => boolean,
  scale: ValueAxis,
): void {
  for (let first = 0; first < values.length; ++first) {
    if (!isBad(values[first])) continue;
    let last = first;
    while (last + 1 < values.length && isBad(values[last + 1])) last++;
    drawCurve(plot, { axis, first, last }, values, scale, 'error', 2.25);
    first = last;
  }
}
