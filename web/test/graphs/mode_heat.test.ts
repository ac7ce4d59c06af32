import { describe, expect, it } from 'vitest';
import {
  movingModes,
  softest,
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

  it('spends its scale on four decades below the largest amplitude', () => {
    expect(heatShare(2, 2)).toBe(1);
    expect(heatShare(-0.2, 2)).toBeCloseTo(3 / 4);
    expect(heatShare(0.0002, 2)).toBeCloseTo(0);
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

  it('leaves out stiff modes that carry nothing, and never one that carries something', () => {
    const values = new Float32Array(2 * 100);
    values[0] = 1; // mode 0 at frame 0
    values[100 + 40] = 0.01; // mode 40 at frame 1
    const all = { modes: 100, frames: 2, values };
    const count = movingModes(all);
    expect(count).toBeGreaterThan(40);
    expect(count).toBeLessThan(60);
    const kept = softest(all, count);
    expect([kept.values[0], kept.values[count + 40]]).toEqual([1, values[140]]);
    expect(movingModes({ ...all, values: new Float32Array(200) })).toBe(12);
  });
});
