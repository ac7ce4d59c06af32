import { frameCount, setEditFrame } from '../document/commands';
import type { Editor } from '../document/editor';
import type { Gesture, Spot } from './pointer';
import { wholeFrameAt, type TimeAxis } from './time_axis';

/** The frame under edit follows the hand; Esc takes it back to where it was. */
export function beginScrub(editor: Editor, axis: () => TimeAxis, start: Spot): Gesture {
  const before = editor.view.editFrame;
  const go = (spot: Spot) => setEditFrame(editor, wholeFrameAt(axis(), spot.x, frameCount(editor)));
  go(start);
  return { move: go, end: () => undefined, cancel: () => setEditFrame(editor, before) };
}
