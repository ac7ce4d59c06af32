import { describe, expect, it } from 'vitest';
import {
  heatColor,
  heatPixels,
  heatShare,
  modesOfRow,
  parseHex,
  type Rgb,
} from '../../src/graphs/mode_heat';

const stops: Rgb[] = [parseHex('#000000'), parseHex('#0000ff'), parseHex('#ffffff')];

describe('heat picture of the modes', () => {
  it('goes through its colours evenly and stays at the ends', () => {
    expect(heatColor(stops, 0)).toEqual([0, 0, 0]);
    expect(heatColor(stops, 0.25)).toEqual([0, 0, 127.5]);
    expect(heatColor(stops, 0.5)).toEqual([0, 0, 255]);
    expect(heatColor(stops, 7)).toEqual([255, 255, 255]);
  });

  it('spends its scale on three decades below the largest amplitude', () => {
    expect(heatShare(2, 2)).toBe(1);
    expect(heatShare(-0.2, 2)).toBeCloseTo(2 / 3);
    expect(heatShare(0.002, 2)).toBeCloseTo(0);
    expect(heatShare(0, 2)).toBe(0);
    expect(heatShare(1, 0)).toBe(0);
  });

  it('has the softest mode at the bottom and time to the right', () => {
    // 2 modes, 3 frames, a frame at a time: mode 0 is large at frame 1, mode 1 at frame 2.
    const values = new Float32Array([0, 0, 1, 0, 0, 1]);
    const pixels = heatPixels({ modes: 2, frames: 3, values }, 2, stops);
    const isLit = (row: number, frame: number) => pixels[4 * (row * 3 + frame)] === 255;
    expect([isLit(1, 1), isLit(0, 2)]).toEqual([true, true]);
    expect([isLit(0, 1), isLit(1, 2), isLit(0, 0)]).toEqual([false, false, false]);
  });

  it('shows every mode in some row however few rows there are', () => {
    for (const [rows, modes] of [
      [10, 300],
      [300, 10],
      [7, 20],
    ]) {
      const seen = new Set<number>();
      for (let row = 0; row < rows; ++row) {
        const [from, to] = modesOfRow(row, rows, modes);
        expect(to).toBeGreaterThan(from);
        for (let mode = from; mode < to; ++mode) seen.add(mode);
      }
      expect(seen.size).toBe(modes);
    }
  });
});
