import { describe, expect, it } from 'vitest';
import { wholeAxis, xOf } from '../../src/timeline/time_axis';
import {
  barSpan,
  hitTrack,
  rowAt,
  rowsHeight,
  trackRows,
  weightAtY,
  weightY,
} from '../../src/timeline/track_rows';
import { blend, green } from './layers';

const frameCount = 241;
const axis = wholeAxis(frameCount, 1000);
const layers = [green({ window: [44, 172], taper_start: 16, taper_end: 22 }, [96]), blend()];
const closed = trackRows(layers, new Set(), 28);
const opened = trackRows(layers, new Set([1]), 28);

describe('tracks', () => {
  it('show the top layer first and the source last, without gaps', () => {
    expect(closed.map((row) => ('layer' in row ? row.layer.id : 'source'))).toEqual([
      2,
      1,
      'source',
    ]);
    for (const rows of [closed, opened]) {
      rows.slice(1).forEach((row, i) => expect(row.top).toBe(rows[i].top + rows[i].height));
    }
    expect(rowsHeight(closed)).toBe(84);
  });

  it('make room for the weight of an opened layer right below its bar', () => {
    expect(opened.map((row) => row.kind)).toEqual(['bar', 'bar', 'weight', 'source']);
    expect(rowAt(opened, opened[2].top + 3)).toBe(opened[2]);
  });

  it('draw weights where the hand finds them', () => {
    for (const value of [0, 0.3, 1])
      expect(weightAtY(opened[2], weightY(opened[2], value))).toBeCloseTo(value);
    expect(weightAtY(opened[2], -1e4)).toBe(1);
  });
});

describe('what is under the pointer', () => {
  const row = closed[1];
  const { top, bottom } = barSpan(row);
  const hit = (frame: number, y: number) => hitTrack(closed, axis, frameCount, xOf(axis, frame), y);

  it('is the mark before the bar that it stands on', () => {
    expect(hit(96, (top + bottom) / 2)).toMatchObject({ kind: 'mark', id: 10 });
    expect(hit(110, (top + bottom) / 2)).toMatchObject({ kind: 'bar' });
  });

  it('is the grip at each corner of the bar', () => {
    expect(hit(44, bottom)).toMatchObject({ kind: 'grip', grip: 'first' });
    expect(hit(60, top)).toMatchObject({ kind: 'grip', grip: 'ease_in' });
    expect(hit(150, top)).toMatchObject({ kind: 'grip', grip: 'ease_out' });
    expect(hit(172, bottom)).toMatchObject({ kind: 'grip', grip: 'last' });
  });

  it('is nothing beside the bar, on the source and below everything', () => {
    expect(hit(10, (top + bottom) / 2)).toMatchObject({ kind: 'none' });
    expect(hit(100, closed[2].top + 5)).toEqual({ kind: 'none' });
    expect(hit(100, 5000)).toEqual({ kind: 'none' });
  });

  it('is the key of a weight, or the curve beside it', () => {
    const weight = { easing: 'smooth' as const, keys: [{ frame: 100, value: 0.5 }] };
    const rows = trackRows([{ ...layers[0], weight }], new Set([1]), 28);
    const at = (frame: number) =>
      hitTrack(rows, axis, frameCount, xOf(axis, frame), weightY(rows[1], 0.5));
    expect(at(100)).toMatchObject({ kind: 'key', frame: 100 });
    expect(at(150)).toMatchObject({ kind: 'weight' });
  });
});
