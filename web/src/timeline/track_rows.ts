// What lies where on the tracks: bars from the top layer down, the source at the bottom, and under
// an opened layer the curve of its weight.
import type { Layer } from '../shot/layer';
import type { Grip } from '../shot/layer_kind';
import { grips, marks } from './bar_edits';
import { barRange } from './layer_shape';
import type { TimeAxis } from './time_axis';
import { frameAt, xOf } from './time_axis';
import { fullWeight } from '../shot/weight_curve';

export type TrackRow =
  | { kind: 'bar'; layer: Layer; top: number; height: number }
  | { kind: 'weight'; layer: Layer; top: number; height: number }
  | { kind: 'source'; top: number; height: number };

const weightRows = 2.6; // times as high as a track

export function trackRows(
  layers: readonly Layer[],
  opened: ReadonlySet<number>,
  height: number,
): TrackRow[] {
  const rows: TrackRow[] = [];
  let top = 0;
  const add = (row: TrackRow) => {
    rows.push(row);
    top += row.height;
  };
  for (const layer of [...layers].reverse()) {
    add({ kind: 'bar', layer, top, height });
    if (opened.has(layer.id)) {
      add({ kind: 'weight', layer, top, height: Math.round(weightRows * height) });
    }
  }
  add({ kind: 'source', top, height });
  return rows;
}

export function rowsHeight(rows: readonly TrackRow[]): number {
  const last = rows.at(-1);
  return last ? last.top + last.height : 0;
}

export function rowAt(rows: readonly TrackRow[], y: number): TrackRow | undefined {
  return rows.find((row) => y >= row.top && y < row.top + row.height);
}

const barInset = 5; // px above the bar; one more below

export function barSpan(row: TrackRow): { top: number; bottom: number } {
  return { top: row.top + barInset, bottom: row.top + row.height - barInset - 1 };
}

const weightInset = 8;

/** Where a weight of 0 to 1 is drawn in its row. */
export function weightY(row: TrackRow, value: number): number {
  return row.top + row.height - weightInset - value * (row.height - 2 * weightInset);
}

export function weightAtY(row: TrackRow, y: number): number {
  const value = (row.top + row.height - weightInset - y) / (row.height - 2 * weightInset);
  return Math.min(1, Math.max(0, value));
}

export type TrackHit =
  | { kind: 'mark'; layer: Layer; id: number }
  | { kind: 'grip'; layer: Layer; grip: Grip }
  | { kind: 'bar'; layer: Layer }
  | { kind: 'key'; layer: Layer; frame: number; row: TrackRow }
  | { kind: 'weight'; layer: Layer; row: TrackRow }
  | { kind: 'none'; layer?: Layer };

const reach = 7; // px around a mark, a key or a grip

/** What is under the pointer: marks before grips before bars. */
export function hitTrack(
  rows: readonly TrackRow[],
  axis: TimeAxis,
  frameCount: number,
  x: number,
  y: number,
): TrackHit {
  const row = rowAt(rows, y);
  if (!row || row.kind === 'source') return { kind: 'none' };
  return row.kind === 'weight' ? hitWeight(row, axis, x, y) : hitBar(row, axis, frameCount, x, y);
}

function nearest<T>(entries: readonly T[], distance: (entry: T) => number): T | undefined {
  const near = entries.filter((entry) => distance(entry) <= reach);
  return near.sort((a, b) => distance(a) - distance(b))[0];
}

function hitBar(
  row: Extract<TrackRow, { kind: 'bar' }>,
  axis: TimeAxis,
  frameCount: number,
  x: number,
  y: number,
): TrackHit {
  const { layer } = row;
  const { top, bottom } = barSpan(row);
  const mark = nearest(marks(layer), ({ frame }) =>
    Math.hypot(xOf(axis, frame) - x, (top + bottom) / 2 - y),
  );
  if (mark) return { kind: 'mark', layer, id: mark.id };
  const grip = nearest(grips(layer, frameCount), ({ frame, isTop }) =>
    Math.hypot(xOf(axis, frame) - x, (isTop ? top : bottom) - y),
  );
  if (grip) return { kind: 'grip', layer, grip: grip.grip };
  const { first, last } = barRange(layer, frameCount);
  const frame = frameAt(axis, x);
  return frame >= first && frame <= last ? { kind: 'bar', layer } : { kind: 'none', layer };
}

function hitWeight(
  row: Extract<TrackRow, { kind: 'weight' }>,
  axis: TimeAxis,
  x: number,
  y: number,
): TrackHit {
  const { layer } = row;
  const key = nearest((layer.weight ?? fullWeight).keys, ({ frame, value }) =>
    Math.hypot(xOf(axis, frame) - x, weightY(row, value) - y),
  );
  return key ? { kind: 'key', layer, frame: key.frame, row } : { kind: 'weight', layer, row };
}
