// Which frame plays: pure in time, so that a late picture shows the frame of now.

export type PlayMode = 'loop' | 'once' | 'ping_pong';
export type PlayRange = { first: number; last: number };

/**
 * The frame to show `elapsed` frames of time after playing began at `start`, and whether playing
 * has ended. Outside of the range it begins at the first frame.
 */
export function playedFrame(
  mode: PlayMode,
  range: PlayRange,
  start: number,
  elapsed: number,
): { frame: number; ended: boolean } {
  const length = range.last - range.first + 1;
  if (length <= 1) return { frame: range.first, ended: mode === 'once' };
  const offset = start < range.first || start > range.last ? 0 : start - range.first;
  const place = Math.floor(offset + elapsed);
  switch (mode) {
    case 'loop':
      return { frame: range.first + (place % length), ended: false };
    case 'once':
      return { frame: Math.min(range.last, range.first + place), ended: place >= length - 1 };
    case 'ping_pong': {
      const turn = place % (2 * length - 2);
      return { frame: range.first + (turn < length ? turn : 2 * length - 2 - turn), ended: false };
    }
  }
}

/** The nearest of the frames before (−1) or after (+1) the given one. */
export function nextMark(frames: readonly number[], from: number, direction: 1 | -1): number | undefined {
  const beyond = frames.filter((frame) => (frame - from) * direction > 0);
  if (beyond.length === 0) return undefined;
  return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}
