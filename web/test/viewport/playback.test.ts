import { describe, expect, test } from 'vitest';
import { playedFrame } from '../../src/viewport/playback';

const frames = (mode: 'loop' | 'once' | 'ping_pong', count: number) =>
  Array.from({ length: count }, (_, k) => playedFrame(k, [2, 5], mode).frame);

describe('the play clock', () => {
  test('loops from the end of the range to its start', () =>
    expect(frames('loop', 7)).toEqual([2, 3, 4, 5, 2, 3, 4]));

  test('goes to and fro without showing an end twice', () =>
    expect(frames('ping_pong', 9)).toEqual([2, 3, 4, 5, 4, 3, 2, 3, 4]));

  test('played once stops at the last frame and says so', () => {
    expect(frames('once', 6)).toEqual([2, 3, 4, 5, 5, 5]);
    expect(playedFrame(2, [2, 5], 'once').over).toBe(false);
    expect(playedFrame(3, [2, 5], 'once').over).toBe(true);
  });

  test('drops the fraction of a frame', () =>
    expect(playedFrame(1.99, [0, 9], 'loop').frame).toBe(1));

  test('stays on a range of one frame', () =>
    expect(playedFrame(17, [4, 4], 'ping_pong').frame).toBe(4));

  test('never stands before the range, wherever the browser’s clock jumps', () => {
    for (const mode of ['loop', 'once', 'ping_pong'] as const)
      expect(playedFrame(-18, [2, 5], mode).frame).toBe(2);
  });
});
