import { expect, test } from 'vitest';
import { keepChosen, keepFrames } from '../../src/document/pose_view';
import { initialView } from '../../src/document/view_state';
import { aPose, poses } from '../poses/sample_poses';

const source = poses({ ...aPose(1, 0), handles: [{ vertex: 4, target: [0, 0, 0] }] }, aPose(2, 30));
const view = { ...initialView().poses, chosen: 1, handle: 4, mode: 19 };

test('what is still there stays chosen', () => {
  const point = { curve: 'frequency' as const, index: 0 };
  expect(keepChosen({ ...view, point }, source, 0)).toEqual({ ...view, point });
});

test('a pose that is gone is no longer chosen, nor are its handles and points of curves', () => {
  const point = { curve: 'damping' as const, index: 3 };
  const kept = keepChosen({ ...view, chosen: 9, point }, source, 0);
  expect(kept).toMatchObject({ chosen: null, handle: null, point: null });
  expect(keepChosen(view, null, 0)).toMatchObject({ chosen: null, mode: 0 });
});

test('a point of a span stays chosen only while that span has as many', () => {
  const curve = [0, 0.5, 1].map((place) => ({ place, value: 0 }));
  const span = { frequency: curve, damping: curve };
  const own = poses({ ...aPose(1, 0), span }, aPose(2, 30), aPose(3, 60));
  const point = { curve: 'frequency' as const, index: 2 };
  const looking = { ...view, scope: 'span' as const, handle: null, point };
  expect(keepChosen(looking, own, 10).point).toEqual(point);
  expect(keepChosen(looking, own, 40).point).toBeNull();
});

test('a shorter shot is looked at within its frames, and all of it still plays', () => {
  const whole = {
    ...initialView(),
    editFrame: 70,
    playFrame: 20,
    range: [0, 79] as [number, number],
  };
  expect(keepFrames(whole, 80, 61)).toMatchObject({ editFrame: 60, playFrame: 20, range: [0, 60] });
  expect(keepFrames({ ...whole, range: [5, 30] }, 80, 100).range).toEqual([5, 30]);
  expect(keepFrames(whole, 80, 80)).toEqual({});
});
