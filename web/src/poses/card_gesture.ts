// A hand on the cards of the timeline: a card goes with it, with Alt a copy of it does.
import { batch } from 'solid-js';
import { choosePose, copyPose, setEditFrame } from '../document/commands';
import type { Editor } from '../document/editor';
import { createLiveEdit } from '../document/live_edit';
import type { PoseKey } from '../shot/poses';
import type { Gesture, Spot } from '../timeline/pointer';
import { frameAt, type TimeAxis } from '../timeline/time_axis';
import { changedPose, freeFrame, longestHold } from '../shot/pose_frames';
import { type Card } from './cards';

/** A card on its way: where it would stand. */
export type MovingCard = { id: number; frame: number; isCopy: boolean };

export type CardHand = {
  editor: Editor;
  keys: PoseKey[]; // a copy
  frameCount: number;
  axis: TimeAxis;
  preview: (card: MovingCard | null) => void;
};

const slack = 4; // px: less is a click, not a drag
const precise = 0.1; // of the cursor's way, with Shift
const coarse = 5; // frames, with Ctrl

/** The topmost card under the cursor: the chosen one lies above the others, later ones above earlier. */
export function cardAt(cards: readonly Card[], width: number, x: number, chosen: number | null) {
  const covers = (card: Card) => Math.abs(card.x - x) <= width / 2;
  return cards.find((card) => card.key.id === chosen && covers(card)) ?? cards.findLast(covers);
}

/** The end of a pose's hold goes with the hand, as far as there is room. */
export function holdGesture(
  { editor, keys, frameCount, axis }: Omit<CardHand, 'preview'>,
  pose: PoseKey,
  start: Spot,
): Gesture {
  const live = createLiveEdit(editor);
  const longest = longestHold(keys, pose, frameCount);
  let [x, last] = [start.x, start.x];
  let hold: number | null = null;
  choosePose(editor, pose.id);
  return {
    move(spot) {
      x += (spot.shift ? precise : 1) * (spot.x - last);
      last = spot.x;
      const exact = pose.hold + frameAt(axis, x) - frameAt(axis, start.x);
      const wanted = Math.max(0, Math.min(longest, Math.round(exact)));
      if (wanted === (hold ?? pose.hold)) return;
      hold = wanted;
      live.move(changedPose(pose, { hold }));
    },
    end: () => hold !== null && void live.end(changedPose(pose, { hold })),
    cancel: () => hold !== null && void live.cancel(),
  };
}

export function cardGesture(hand: CardHand, pose: PoseKey, start: Spot): Gesture {
  const { editor, keys, frameCount, axis } = hand;
  const before = { frame: editor.view.editFrame, chosen: editor.view.poses.chosen };
  const live = createLiveEdit(editor);
  const isCopy = start.alt ?? false;
  let [x, last] = [start.x, start.x];
  let moving: MovingCard | null = null;
  choosePose(editor, pose.id);
  const show = (frame: number) => {
    moving = { id: pose.id, frame, isCopy };
    batch(() => {
      hand.preview(moving);
      setEditFrame(editor, frame);
    });
    if (!isCopy) live.move(changedPose(pose, { frame }));
  };
  return {
    move(spot) {
      if (!moving && Math.abs(spot.x - start.x) < slack) return;
      x += (spot.shift ? precise : 1) * (spot.x - last);
      last = spot.x;
      const exact = pose.frame + frameAt(axis, x) - frameAt(axis, start.x);
      const wanted = spot.ctrl ? coarse * Math.round(exact / coarse) : exact;
      const frame = freeFrame(keys, wanted, frameCount, isCopy ? undefined : pose.id);
      if (frame !== null && frame !== moving?.frame) show(frame);
    },
    end() {
      if (!moving) return;
      const { frame } = moving;
      const done = isCopy
        ? copyPose(editor, pose.id, frame)
        : live.end(changedPose(pose, { frame }));
      void done.then(() => hand.preview(null));
    },
    cancel() {
      hand.preview(null);
      if (moving && !isCopy) void live.cancel();
      editor.setView('poses', 'chosen', before.chosen);
      setEditFrame(editor, before.frame);
    },
  };
}
