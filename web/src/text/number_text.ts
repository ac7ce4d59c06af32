// Numbers as people read them, and as a hand drags them.
import type { Dimension } from './quantity';
import { unitFactor } from './quantity';

const minus = '−';

/** With so many decimals; a real minus sign; no negative zero. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** At least three significant digits, without zeros at the end: 1.345, 0.0021, 24310. */
export function compact(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? '0' : '–';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const text = fixed(value, Math.min(9, digits));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A length in the unit that suits it: "0.02 mm", "1.35 m", "0". */
export function lengthText(metres: number): string {
  const size = Math.abs(metres);
  if (size < 1e-8) return '0';
  if (size >= 0.1) return `${fixed(metres, 3)} m`;
  return size >= 1e-5 ? `${short(metres * 1e3)} mm` : `${short(metres * 1e6)} µm`;
}

// Two significant digits below 10, whole above 100.
function short(value: number): string {
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 1 : 2;
  return fixed(value, decimals);
}

export function secondsText(seconds: number): string {
  return `${fixed(seconds, 3)} s`;
}

/** "41 – 57", or "96" for one frame. */
export function rangeText(first: number, last: number): string {
  return first === last ? `${first}` : `${first} – ${last}`;
}

export type Measure = {
  dimension: Dimension;
  unit: string; // shown; the value is in SI
  decimals: number; // of the number in that unit
  min?: number; // hard limits, SI
  max?: number;
};

export function measureText(value: number, measure: Measure): string {
  return fixed(value / unitFactor(measure.dimension, measure.unit), measure.decimals);
}

export function bounded(value: number, measure: Measure): number {
  return Math.min(measure.max ?? Infinity, Math.max(measure.min ?? -Infinity, value));
}

export type DragKeys = { fine: boolean; snap: boolean };

/**
 * The value after dragging sideways by so many pixels: a step each pixel (a hundredth of the range
 * where there is one), ten times finer with Shift, on whole tens of steps with Ctrl.
 */
export function draggedValue(
  start: number,
  pixels: number,
  step: number,
  keys: DragKeys,
  measure: Measure,
): number {
  const moved = start + pixels * step * (keys.fine ? 0.1 : 1);
  const grid = keys.snap ? 10 * step : smallestStep(measure);
  return bounded(Math.round(moved / grid) * grid, measure);
}

// What the last decimal shown is worth, in SI.
export function smallestStep(measure: Measure): number {
  return unitFactor(measure.dimension, measure.unit) * 10 ** -measure.decimals;
}
