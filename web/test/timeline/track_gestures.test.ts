import { describe, expect, test } from 'vitest';
import type { Layer } from '../../src/shot/layer';
import type { Spot } from '../../src/timeline/pointer';
import { wholeFrameAt, xOf, type TimeAxis } from '../../src/timeline/time_axis';
import { trackGesture, type TrackHand } from '../../src/timeline/track_gestures';
import { hitTrack, trackRows } from '../../src/timeline/track_rows';
import { opened } from '../document/tab';
import { aDocument } from '../samples';
import { green } from './layers';

const frameCount = 61;
const axis: TimeAxis = { first: 0, last: 60, width: 628 }; // 10 px a frame
const rowHeight = 28;

// A hand on the track of a layer with handles at frames 20, 30 and 40 (ids 10, 11, 12).
function tracks(layer: Layer = green({}, [20, 30, 40])) {
  const { editor, heard, say } = opened();
  say({ ...aDocument([]), layers: [layer] });
  const rows = trackRows([layer], new Set([layer.id]), rowHeight);
  const hand: TrackHand = {
    editor,
    frameCount,
    frameAt: (spot) => wholeFrameAt(axis, spot.x, frameCount),
    preview: () => undefined,
  };
  const spot = (frame: number, y: number, shift = false): Spot => ({
    ...{ x: xOf(axis, frame), y },
    ...{ shift, ctrl: false },
  });
  const press = (at: Spot) => {
    const hit = hitTrack(rows, axis, frameCount, at.x, at.y);
    return { hit: hit.kind, gesture: trackGesture(hand, hit, at)! };
  };
  heard.length = 0;
  const edits = () => heard.map(({ edit }) => edit as Record<string, unknown>);
  return { editor, spot, press, edits };
}

const middle = 13.5; // of the bar, px
const jitter = ({ x, y, ...rest }: Spot): Spot => ({ x: x + 2, y: y + 1, ...rest });

describe('a click on the tracks edits nothing', () => {
  const places: [string, number, number][] = [
    ['mark', 20.5, middle], // 5 px beside it
    ['bar', 25, middle],
    ['grip', 60.4, 22],
    ['grip', 0.4, 5],
  ];
  test.each(places)('on a %s at frame %d', (kind, frame, y) => {
    const { spot, press, edits } = tracks();
    const at = spot(frame, y);
    const { hit, gesture } = press(at);
    expect(hit).toBe(kind);
    gesture.move(jitter(at));
    gesture.end();
    expect(edits()).toEqual([]);
  });

  test('nor does a drag that comes back, or goes up and down only', () => {
    const { spot, press, edits } = tracks();
    for (const frame of [20.3, 25, 60]) {
      const { gesture } = press(spot(frame, middle));
      gesture.move(spot(frame - 6, middle));
      gesture.move(spot(frame, middle + 30));
      gesture.end();
    }
    expect(edits()).toEqual([]);
  });
});

describe('a drag on the tracks', () => {
  test('takes a mark as far as the hand goes, wherever it was gripped', () => {
    const { spot, press, edits } = tracks();
    const { gesture } = press(spot(20.4, middle));
    gesture.move(spot(23.4, middle));
    gesture.end();
    expect(edits()).toMatchObject([{ edit: 'change_wish', wish: { id: 10, frame: 23 } }]);
  });

  test('takes all selected marks along', () => {
    const { editor, spot, press, edits } = tracks();
    editor.setView('selection', { layer: 1, wishes: [10, 12], vertex: 7 });
    const { gesture } = press(spot(20, middle));
    gesture.move(spot(24, middle));
    gesture.end();
    expect(edits()).toMatchObject([
      { edit: 'group', edits: [{ wish: { id: 12, frame: 44 } }, { wish: { id: 10, frame: 24 } }] },
    ]);
  });

  test('that is cancelled leaves frame and selection as they were', () => {
    const { editor, spot, press, edits } = tracks();
    editor.setView('editFrame', 7);
    const { gesture } = press(spot(30, middle));
    gesture.move(spot(35, middle));
    gesture.cancel();
    expect(edits()).toEqual([]);
    expect(editor.view).toMatchObject({ editFrame: 7, selection: { wishes: [] } });
  });

  test('a click leaves one of the selected marks, with Shift it takes that one out', () => {
    const { editor, spot, press } = tracks();
    editor.setView('selection', { layer: 1, wishes: [10, 12], vertex: 7 });
    press(spot(20, middle, true)).gesture.end();
    expect(editor.view.selection.wishes).toEqual([12]);
    editor.setView('selection', { layer: 1, wishes: [10, 12], vertex: 7 });
    press(spot(20, middle)).gesture.end();
    expect(editor.view.selection.wishes).toEqual([10]);
  });
});
