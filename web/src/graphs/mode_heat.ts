// Amplitudes of the modes over time as a picture (Barbič 2012, fig. 3): time to the right, mode
// index upwards, heat by size.
import type { Amplitudes } from './graph_data';

export type Rgb = [number, number, number];

export function parseHex(hex: string): Rgb {
  const digits = hex.replace('#', '');
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

/** Between the stops, evenly spaced from 0 to 1; the ends beyond. */
export function heatColor(stops: readonly Rgb[], share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const s = place - below;
  return stops[below].map((channel, i) => channel + s * (stops[below + 1][i] - channel)) as Rgb;
}

/**
 * Of each mode its largest size anywhere is too different for one scale (the soft ones move a
 * hundred times further): 0 at a ten-thousandth of the largest amplitude of all, 1 at the largest.
 */
export function heatShare(amplitude: number, largest: number): number {
  const decades = 4;
  const size = Math.abs(amplitude);
  if (largest <= 0 || size <= 0) return 0;
  return Math.max(0, 1 + Math.log10(size / largest) / decades);
}

export function largestAmplitude(amplitudes: Amplitudes | null): number {
  let largest = 0;
  for (const value of amplitudes?.values ?? []) largest = Math.max(largest, Math.abs(value));
  return largest;
}

const fewest = 12; // modes pictured at least

/** How many modes, from the softest, hold all that the picture would show. */
export function movingModes(amplitudes: Amplitudes): number {
  const { modes, values } = amplitudes;
  const largest = largestAmplitude(amplitudes);
  let last = 0;
  for (let i = 0; i < values.length; ++i) {
    if (i % modes >= last && heatShare(values[i], largest) > 0) last = (i % modes) + 1;
  }
  return Math.min(modes, Math.max(fewest, Math.ceil(1.08 * last)));
}

/** The softest ones alone. */
export function softest({ modes, frames, values }: Amplitudes, count: number): Amplitudes {
  const kept = new Float32Array(frames * count);
  for (let frame = 0; frame < frames; ++frame) {
    kept.set(values.subarray(frame * modes, frame * modes + count), frame * count);
  }
  return { modes: count, frames, values: kept };
}

/** RGBA, `rows` pictured modes high (the softest at the bottom), a pixel a frame wide. */
export function heatPixels(
  amplitudes: Amplitudes,
  rows: number,
  stops: readonly Rgb[],
): Uint8ClampedArray {
  const { modes, frames, values } = amplitudes;
  const pixels = new Uint8ClampedArray(4 * frames * rows);
  const largest = largestAmplitude(amplitudes);
  for (let row = 0; row < rows; ++row) {
    const [from, to] = modesOfRow(row, rows, modes);
    for (let frame = 0; frame < frames; ++frame) {
      let size = 0;
      for (let mode = from; mode < to; ++mode) {
        size = Math.max(size, Math.abs(values[frame * modes + mode]));
      }
      const color = heatColor(stops, heatShare(size, largest));
      const at = 4 * ((rows - 1 - row) * frames + frame);
      pixels.set([...color.map(Math.round), 255], at);
    }
  }
  return pixels;
}

/** The modes that one row of pixels shows: from … to − 1, at least one. */
export function modesOfRow(row: number, rows: number, modes: number): [number, number] {
  const from = Math.min(modes - 1, Math.floor((row * modes) / rows));
  return [from, Math.max(from + 1, Math.min(modes, Math.floor(((row + 1) * modes) / rows)))];
}
