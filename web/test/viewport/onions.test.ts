import { describe, expect, test } from 'vitest';
import { streams } from '../../src/document/vertices';
import { onionFrames } from '../../src/viewport/onions';

const overlays = { onion: true, onionCount: 2, onionStep: 8 };
const shown = (here: number, frames: number, change = {}) =>
  onionFrames(here, { ...overlays, ...change }, frames).flatMap(({ frame }) => frame ?? []);

describe('onion skins', () => {
  test('stand so many on either side, so far apart', () => {
    expect(shown(50, 100)).toEqual([42, 34, 58, 66]);
    expect(shown(50, 100, { onionCount: 3, onionStep: 5 })).toEqual([45, 40, 35, 55, 60, 65]);
  });

  test('end with the motion', () => {
    expect(shown(0, 100)).toEqual([8, 16]);
    expect(shown(97, 100)).toEqual([89, 81]);
  });

  test('are gone when switched off, on every stream that could show one', () => {
    const all = onionFrames(50, { ...overlays, onion: false }, 100);
    expect(all.map(({ stream }) => stream)).toEqual([...streams.before, ...streams.after]);
    expect(all.every(({ frame }) => frame === null)).toBe(true);
  });
});
