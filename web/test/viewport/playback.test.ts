import { createRoot } from 'solid-js';
import { describe, expect, test } from 'vitest';
import { setPlayFrame, setRange } from '../../src/document/commands';
import { streams } from '../../src/document/vertices';
import { Playback, playedFrame } from '../../src/viewport/playback';
import { browserClock } from '../browser_clock';
import { opened } from '../document/tab';

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

describe('the right view', () => {
  const clock = browserClock();

  // A shot of 30 frames a second that plays frames 2 to 5 on a screen of 60 pictures a second.
  function playing() {
    const { editor, post } = opened();
    setRange(editor, 2, 5);
    setPlayFrame(editor, 2);
    const end = createRoot((dispose) => {
      new Playback(editor).follow();
      return dispose;
    });
    const watch = (ticks: number, ms = 1000 / 60) =>
      Array.from({ length: ticks }, () => {
        clock.tick(ms);
        return editor.view.playFrame;
      });
    const arrive = (frame: number) => {
      editor.looks.look(streams.play, { frame, what: 'result' });
      const surface = { positions: new Float32Array(12), normals: new Float32Array(12) };
      const rest = { stream: streams.play, serial: 1, revision: 2, draft: false, workMs: 0 };
      post({ kind: 'frame', connection: 1, frame: { ...rest, frame, simulation: surface } });
    };
    return { editor, watch, arrive, end };
  }

  test('plays to and fro', () => {
    const { editor, watch, end } = playing();
    editor.setView('playMode', 'ping_pong');
    watch(1, 5); // a little off, so that rounding decides nothing
    expect(watch(7, 1000 / 30)).toEqual([3, 4, 5, 4, 3, 2, 3]);
    end();
  });

  test('plays in real time however the screen divides a second', () => {
    const { editor, watch, end } = playing();
    setRange(editor, 0, 60);
    setPlayFrame(editor, 0);
    watch(1, 5);
    watch(60);
    expect(editor.view.playFrame).toBe(30);
    end();
  });

  test('shows every frame, the first of the round too, and waits for each', () => {
    const { editor, watch, arrive, end } = playing();
    editor.setView('everyFrame', true);
    const shown = Array.from({ length: 9 }, () => {
      expect(watch(3)).toEqual(Array(3).fill(editor.view.playFrame));
      arrive(editor.view.playFrame);
      return watch(1)[0];
    });
    expect(shown).toEqual([3, 4, 5, 2, 3, 4, 5, 2, 3]);
    end();
  });

  test('goes on from where a hand puts the cursor', () => {
    const { editor, watch, end } = playing();
    watch(1, 5);
    setRange(editor, 10, 40);
    setPlayFrame(editor, 20);
    expect(watch(3, 1000 / 30)).toEqual([21, 22, 23]);
    setRange(editor, 15, 40);
    expect(watch(2, 1000 / 30)).toEqual([24, 25]);
    end();
  });

  test('played once it stops at the end, and starts over when asked again', () => {
    const { editor, watch, end } = playing();
    editor.setView('playMode', 'once');
    watch(1, 5);
    expect(watch(5, 1000 / 30)).toEqual([3, 4, 5, 5, 5]);
    expect(editor.view.playing).toBe(false);
    expect(clock.isIdle).toBe(true);
    editor.setView('playing', true);
    watch(1, 5);
    expect(watch(2, 1000 / 30)).toEqual([3, 4]);
    end();
  });
});
