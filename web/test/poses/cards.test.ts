import { expect, test } from 'vitest';
import {
  changedPose,
  evenFrames,
  framesForNew,
  freeFrame,
  longestHold,
  usualGap,
  withPoseAt,
} from '../../src/shot/pose_frames';
import { gapsOf, layOutCards } from '../../src/poses/cards';
import { aPose } from './sample_poses';

const keys = [aPose(1, 0), aPose(2, 48), aPose(3, 52)];
const axis = { first: 0, last: 100, width: 1028 };

test('cards stand over their frames', () => {
  expect(layOutCards(keys, axis).map(({ x }) => x)).toEqual([14, 494, 534]);
});

test('a gap tells its frames where the cards leave room for it', () => {
  expect(gapsOf(layOutCards(keys, axis), 104)).toEqual([
    { from: 71, to: 437, frames: 48, isOwn: false },
  ]);
});

test('a pose takes no other’s frame and stays in the shot', () => {
  expect(freeFrame(keys, 48, 60)).toBe(47);
  expect(freeFrame(keys, 48, 60, 2)).toBe(48);
  expect(freeFrame(keys, -5, 60)).toBe(1);
  expect(freeFrame(keys, 500, 60)).toBe(59);
  expect(freeFrame([aPose(1, 0), aPose(2, 1)], 0, 2)).toBeNull();
});

test('a pose that passes another changes places with it', () => {
  expect(withPoseAt(keys, 2, 60).map(({ id }) => id)).toEqual([1, 3, 2]);
});

test('a changed pose keeps all that is not said, and does not tell how well it is met', () => {
  const change = changedPose(aPose(7, 10, 'Reach'), { frame: 12 });
  expect(change).toEqual({
    edit: 'change_pose',
    drag: 0,
    pose: {
      ...{ id: 7, name: 'Reach', frame: 12, velocity: 'free', handles: [], more_turns: null },
      ...{ hold: 0, span: null },
    },
  });
});

test('new poses come at the frame at hand, then after the last, all at frames of their own', () => {
  expect(framesForNew(keys, 3, 20, 26)).toEqual([20, 78, 104]);
  expect(framesForNew(keys, 2, 48, 26)).toEqual([78, 104]);
  expect(framesForNew([], 2, 5, 24)).toEqual([5, 29]);
});

test('the usual gap is the mean of those there are, else a second', () => {
  expect(usualGap(keys, 24)).toBe(26);
  expect(usualGap([keys[0]], 24)).toBe(24);
});

test('first poses lie evenly from the first frame to the last', () => {
  expect(evenFrames(4, 61)).toEqual([0, 20, 40, 60]);
  expect(evenFrames(9, 3)).toEqual([0, 1, 2]);
});

test('a hold takes its frames, and leaves the next pose its own', () => {
  const held = [{ ...aPose(1, 0), hold: 10 }, aPose(2, 48), aPose(3, 52)];
  expect(freeFrame(held, 8, 60, 2)).toBe(11);
  expect(freeFrame(held, 45, 60, 1)).toBe(37);
  expect(freeFrame(held, 60, 60, 1)).toBe(37);
  expect(longestHold(held, held[0], 60)).toBe(47);
  expect(longestHold(held, held[1], 60)).toBe(3);
  expect(longestHold(held, held[2], 60)).toBe(7);
  expect(gapsOf(layOutCards(held, axis), 104)[0].frames).toBe(38);
  expect(framesForNew(held, 1, 5, 26)).toEqual([78]);
});
