// Bars, marks and weights of the tracks.
import type { Layer } from '../shot/layer';
import { grips, marks } from './bar_edits';
import { activeLayers, outline } from './layer_shape';
import { crisp, diamond, faded, line, polyline, token, type Plot } from './plot';
import { ticks, xOf, type TimeAxis } from './time_axis';
import { barSpan, weightY, type TrackRow } from './track_rows';
import { fullWeight, weightAt } from '../shot/weight_curve';

export type TrackPicture = {
  rows: readonly TrackRow[];
  layers: readonly Layer[];
  axis: TimeAxis;
  frameCount: number;
  selectedLayer: number | null;
  selectedMarks: readonly number[];
  missed: ReadonlySet<number>; // ids of wishes that are not met
};

export function drawTracks(plot: Plot, picture: TrackPicture): void {
  plot.context.fillStyle = token('bg-0');
  plot.context.fillRect(0, 0, plot.width, plot.height);
  drawGrid(plot, picture.axis);
  const active = new Set(activeLayers(picture.layers).map((layer) => layer.id));
  for (const row of picture.rows) {
    if (row.kind === 'source') drawSource(plot, row, picture);
    else if (row.kind === 'weight') drawWeight(plot, row, picture);
    else drawBar(plot, row, picture, active.has(row.layer.id));
    line(
      plot,
      0,
      crisp(row.top + row.height - 1),
      plot.width,
      crisp(row.top + row.height - 1),
      token('bg-1'),
    );
  }
}

export function drawGrid(plot: Plot, axis: TimeAxis): void {
  for (const { frame, rank } of ticks(axis)) {
    if (rank === 'label')
      line(plot, crisp(xOf(axis, frame)), 0, crisp(xOf(axis, frame)), plot.height, token('line'));
  }
}

function drawSource(plot: Plot, row: TrackRow, { axis, frameCount }: TrackPicture): void {
  const { top, bottom } = barSpan(row);
  const x = xOf(axis, 0);
  plot.context.fillStyle = faded('input', 0.34);
  plot.context.beginPath();
  plot.context.roundRect(x, top + 3, xOf(axis, frameCount - 1) - x, bottom - top - 6, 2);
  plot.context.fill();
}

type BarRow = Extract<TrackRow, { layer: Layer }>;

function drawBar(plot: Plot, row: BarRow, picture: TrackPicture, isActive: boolean): void {
  const isSelected = row.layer.id === picture.selectedLayer;
  if (isSelected) {
    plot.context.fillStyle = '#ffffff0a';
    plot.context.fillRect(0, row.top, plot.width, row.height - 1);
  }
  fillBar(plot, row, picture, isActive, isSelected);
  if (isSelected) drawGrips(plot, row, picture);
  drawMarks(plot, row, picture, isActive);
}

function fillBar(
  plot: Plot,
  row: BarRow,
  picture: TrackPicture,
  isActive: boolean,
  isSelected: boolean,
): void {
  const { context } = plot;
  const { top, bottom } = barSpan(row);
  const points = outline(row.layer, picture.frameCount).map(
    ({ frame, height }): [number, number] => [
      xOf(picture.axis, frame),
      bottom - Math.min(1, Math.max(0, height)) * (bottom - top),
    ],
  );
  if (points.length === 0) return;
  context.beginPath();
  context.moveTo(points[0][0], bottom);
  for (const [x, y] of points) context.lineTo(x, y);
  context.lineTo(points[points.length - 1][0], bottom);
  context.closePath();
  context.fillStyle = isActive ? faded('output', isSelected ? 0.62 : 0.3) : hatch(context);
  context.fill();
  context.lineJoin = 'round';
  context.lineWidth = 1.25;
  context.strokeStyle = isSelected
    ? token('select')
    : isActive
      ? faded('output', 0.5)
      : token('line-2');
  context.stroke();
}

let hatchPattern: CanvasPattern | null = null;

// Muted layers: there, but not counted.
function hatch(context: CanvasRenderingContext2D): CanvasPattern | string {
  if (hatchPattern) return hatchPattern;
  const tile = new OffscreenCanvas(8, 8);
  const brush = tile.getContext('2d');
  if (!brush) return token('bg-2');
  brush.fillStyle = token('bg-2');
  brush.fillRect(0, 0, 8, 8);
  brush.strokeStyle = token('bg-4');
  brush.lineWidth = 2;
  for (const shift of [-8, 0, 8]) {
    brush.beginPath();
    brush.moveTo(shift, 8);
    brush.lineTo(shift + 8, 0);
    brush.stroke();
  }
  hatchPattern = context.createPattern(tile, 'repeat');
  return hatchPattern ?? token('bg-2');
}

function drawGrips(plot: Plot, row: BarRow, { axis, frameCount }: TrackPicture): void {
  const { top, bottom } = barSpan(row);
  plot.context.fillStyle = token('select');
  for (const { frame, isTop } of grips(row.layer, frameCount)) {
    plot.context.beginPath();
    plot.context.roundRect(xOf(axis, frame) - 2, isTop ? top - 2 : bottom - 5, 4, 7, 1);
    plot.context.fill();
  }
}

function drawMarks(plot: Plot, row: BarRow, picture: TrackPicture, isActive: boolean): void {
  const { top, bottom } = barSpan(row);
  for (const { id, frame } of marks(row.layer)) {
    const isSelected = picture.selectedMarks.includes(id);
    const fill = !isActive
      ? token('bg-5')
      : picture.missed.has(id)
        ? token('warn')
        : token('handle');
    const stroke = isSelected ? token('select') : token('bg-0');
    diamond(plot, xOf(picture.axis, frame), (top + bottom) / 2, isSelected ? 6.5 : 5, fill, stroke);
  }
}

function drawWeight(plot: Plot, row: BarRow, { axis, frameCount }: TrackPicture): void {
  const weight = row.layer.weight ?? fullWeight;
  plot.context.fillStyle = '#ffffff05';
  plot.context.fillRect(0, row.top, plot.width, row.height - 1);
  for (const value of [0, 1]) {
    const y = crisp(weightY(row, value));
    line(plot, 0, y, plot.width, y, token('line'));
  }
  const points = Array.from({ length: frameCount }, (_, frame): [number, number] => [
    xOf(axis, frame),
    weightY(row, weightAt(weight, frame)),
  ]);
  polyline(plot, points, token('output'), 1.5);
  for (const { frame, value } of weight.keys) {
    diamond(plot, xOf(axis, frame), weightY(row, value), 4.5, token('output'), token('bg-0'));
  }
}
