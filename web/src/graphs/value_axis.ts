// Values to pixels: upwards, with round numbers beside it.

export type ValueAxis = { low: number; high: number; top: number; bottom: number }; // px

export function yOf(axis: ValueAxis, value: number): number {
  return axis.bottom - ((value - axis.low) / (axis.high - axis.low)) * (axis.bottom - axis.top);
}

/** The range of all numbers there are, a little wider; around them where they are all the same. */
export function valueRange(lists: Iterable<number | null>[]): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (value === null || !Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return { low: 0, high: 1 };
  const room = high > low ? 0.06 * (high - low) : Math.max(1e-6, 0.1 * Math.abs(high));
  return { low: low - room, high: high + room };
}

/** Round numbers inside of the range, at least `apart` pixels from each other: 1, 2 or 5 · 10ⁿ. */
export function valueTicks(axis: ValueAxis, apart = 22): { value: number; decimals: number }[] {
  const span = axis.high - axis.low;
  const wanted = (span * apart) / Math.max(1, axis.bottom - axis.top);
  if (!(wanted > 0) || !Number.isFinite(wanted)) return [];
  const power = Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((step) => step * 10 ** power >= wanted * (1 - 1e-9)) ?? 10;
  const step = factor * 10 ** power;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(axis.low / step - 1e-9);
  const last = Math.floor(axis.high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    value: (first + i) * step,
    decimals,
  }));
}
