// From the number of a mode to its place on the curves and back. Modes count from 1 here, and
// fractions lie between two of them.

/** Places of all modes, rising from 0 to 1. */
export type Places = readonly number[];

// Between two modes the logarithm of the number goes as the place does.
const between = (a: number, b: number, s: number) =>
  Math.exp((1 - s) * Math.log(a) + s * Math.log(b));

export function placeOf(places: Places, mode: number): number {
  const last = places.length;
  if (last === 0) return 0;
  const number = Math.max(1, Math.min(last, mode));
  const k = Math.min(Math.floor(number), last - 1);
  if (k < 1 || number === k) return places[Math.max(0, Math.round(number) - 1)];
  const s = Math.log(number / k) / Math.log((k + 1) / k);
  return (1 - s) * places[k - 1] + s * places[k];
}

export function modeOf(places: Places, place: number): number {
  const after = places.findIndex((other) => other >= place);
  if (after < 0) return Math.max(1, places.length);
  if (after === 0) return 1;
  const [a, b] = [places[after - 1], places[after]];
  return between(after, after + 1, (place - a) / (b - a));
}

/** A value given for each mode, at a fraction: between its neighbours by the logarithm. */
export function valueAt(values: readonly number[], mode: number): number {
  const number = Math.max(1, Math.min(values.length, mode));
  const k = Math.min(Math.floor(number), values.length - 1);
  if (k < 1 || number === k) return values[Math.max(0, Math.round(number) - 1)] ?? 0;
  const s = Math.log(number / k) / Math.log((k + 1) / k);
  return (1 - s) * values[k - 1] + s * values[k];
}
