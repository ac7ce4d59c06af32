import { describe, expect, it } from 'vitest';
import {
  frameAt,
  labelStep,
  panned,
  ticks,
  wholeAxis,
  wholeFrameAt,
  xOf,
  zoomed,
} from '../../src/timeline/time_axis';

const axis = wholeAxis(241, 1000);

describe('time axis', () => {
  it('shows the whole motion between its paddings', () => {
    expect(xOf(axis, 0)).toBe(14);
    expect(xOf(axis, 240)).toBe(986);
  });

  it('goes back and forth between frames and pixels', () => {
    const near = zoomed(axis, 0.2, 300, 241);
    for (const frame of [0, 17.25, 240]) expect(frameAt(near, xOf(near, frame))).toBeCloseTo(frame);
  });

  it('gives only frames that there are', () => {
    expect(wholeFrameAt(axis, -500, 241)).toBe(0);
    expect(wholeFrameAt(axis, 5000, 241)).toBe(240);
  });

  it('zooms about the pointer', () => {
    const x = 300;
    const near = zoomed(axis, 0.5, x, 241);
    expect(frameAt(near, x)).toBeCloseTo(frameAt(axis, x));
    expect(near.last - near.first).toBeCloseTo(120);
  });

  it('comes back to the whole when zoomed out, and never shows more', () => {
    const back = zoomed(zoomed(axis, 0.1, 700, 241), 100, 20, 241);
    expect([back.first, back.last]).toEqual([0, 240]);
  });

  it('does not come closer than a few frames', () => {
    const near = zoomed(axis, 1e-6, 500, 241);
    expect(near.last - near.first).toBeCloseTo(6);
  });

  it('follows the hand when panned, up to the ends', () => {
    const near = zoomed(axis, 0.25, 500, 241);
    const moved = panned(near, 40, 241);
    expect(xOf(moved, 100)).toBeCloseTo(xOf(near, 100) + 40);
    expect(panned(near, 1e6, 241).first).toBe(0);
    expect(panned(near, -1e6, 241).last).toBe(240);
  });

  it('survives motions of one frame and plots of no width', () => {
    expect(Number.isFinite(xOf(wholeAxis(1, 0), 0))).toBe(true);
    expect(ticks(wholeAxis(1, 300)).map((tick) => tick.frame)).toContain(0);
  });
});

describe('ticks', () => {
  it('leave room for their labels at every zoom', () => {
    for (let zoom = 1; zoom > 0.02; zoom *= 0.8) {
      const seen = zoomed(axis, zoom, 400, 241);
      expect(xOf(seen, labelStep(seen)) - xOf(seen, 0)).toBeGreaterThanOrEqual(62);
      const labels = ticks(seen).filter((tick) => tick.rank === 'label');
      for (const { frame } of labels) expect(frame % labelStep(seen)).toBe(0);
    }
  });

  it('stand on whole frames, at least 5 px apart, in order', () => {
    const seen = zoomed(axis, 0.3, 200, 241);
    const places = ticks(seen).map((tick) => tick.frame);
    expect(places.every(Number.isInteger)).toBe(true);
    for (let i = 1; i < places.length; ++i) {
      const gap = xOf(seen, places[i] ?? 0) - xOf(seen, places[i - 1] ?? 0);
      expect(gap).toBeGreaterThanOrEqual(5 - 1e-9);
    }
  });
});
