import { describe, expect, it } from 'vitest';
import { nextMark, playedFrame } from '../../src/timeline/playback';

const range = { first: 10, last: 14 };
const frames = (mode: 'loop' | 'once' | 'ping_pong', start: number, count: number) =>
  Array.from({ length: count }, (_, i) => playedFrame(mode, range, start, i).frame);

describe('playing', () => {
  it('begins again after the last frame of the range when it loops', () => {
    expect(frames('loop', 12, 8)).toEqual([12, 13, 14, 10, 11, 12, 13, 14]);
  });

  it('turns at both ends without standing there twice when it goes back and forth', () => {
    expect(frames('ping_pong', 10, 10)).toEqual([10, 11, 12, 13, 14, 13, 12, 11, 10, 11]);
  });

  it('ends on the last frame when it plays once', () => {
    expect(frames('once', 13, 4)).toEqual([13, 14, 14, 14]);
    expect(playedFrame('once', range, 13, 0).ended).toBe(false);
    expect(playedFrame('once', range, 13, 1).ended).toBe(true);
  });

  it('begins at the first frame of a range that it stood outside of', () => {
    expect(frames('loop', 3, 2)).toEqual([10, 11]);
    expect(frames('once', 200, 2)).toEqual([10, 11]);
  });

  it('shows the frame of now however many were missed', () => {
    expect(playedFrame('loop', range, 10, 5000003.7).frame).toBe(13);
  });

  it('stays in a range of one frame', () => {
    for (const mode of ['loop', 'once', 'ping_pong'] as const) {
      expect(playedFrame(mode, { first: 7, last: 7 }, 7, 99).frame).toBe(7);
    }
  });
});

describe('marks', () => {
  it('are found on either side, never under the playhead itself', () => {
    expect(nextMark([60, 96, 128], 96, 1)).toBe(128);
    expect(nextMark([60, 96, 128], 96, -1)).toBe(60);
    expect(nextMark([60, 96, 128], 128, 1)).toBeUndefined();
  });
});
