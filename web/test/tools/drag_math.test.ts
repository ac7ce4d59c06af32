import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../src/shot/shot';
import {
  constraintAfter,
  dragOffset,
  snapped,
  snapStep,
  typedAfter,
  typedOffset,
} from '../../src/tools/drag_math';
import { orbitFrom } from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';
import { add, dot } from '../../src/viewport/vec';

const projector = new Projector(orbitFrom([3, 2.5, 5], [0.2, 0.4, 0], 30), 640, 480);
const from: Vec3 = [0.4, 0.9, -0.3];
const start = projector.project(from);
const cursors = [
  [12, -40],
  [-130, 25],
  [200, 180],
].map(([dx, dy]) => ({ x: start.x + dx, y: start.y + dy }));

describe('a drag', () => {
  test('in the plane of the camera lands under the cursor', () => {
    for (const now of cursors) {
      const landed = projector.project(add(from, dragOffset(projector, from, start, now, 'free')));
      expect(landed.x).toBeCloseTo(now.x, 6);
      expect(landed.y).toBeCloseTo(now.y, 6);
      expect(landed.depth).toBeCloseTo(start.depth, 9);
    }
  });

  test('keeps the distance of cursor and handle where it did not start on the handle', () => {
    const press = { x: start.x + 7, y: start.y - 4 };
    for (const now of cursors) {
      const landed = projector.project(add(from, dragOffset(projector, from, press, now, 'free')));
      expect(landed.x - now.x).toBeCloseTo(-7, 6);
      expect(landed.y - now.y).toBeCloseTo(4, 6);
    }
  });

  test.each(['x', 'y', 'z'] as const)('along %s stays on that axis', (axis) => {
    for (const now of cursors) {
      const offset = dragOffset(projector, from, start, now, axis);
      [0, 1, 2]
        .filter((k) => 'xyz'[k] !== axis)
        .forEach((k) => expect(offset[k]).toBeCloseTo(0, 12));
    }
  });

  test.each(['x', 'y', 'z'] as const)(
    'along %s follows a cursor that goes along its picture',
    (axis) => {
      const way: Vec3 = [0, 1, 2].map((k) => ('xyz'[k] === axis ? 0.25 : 0)) as Vec3;
      const offset = dragOffset(projector, from, start, projector.project(add(from, way)), axis);
      offset.forEach((x, k) => expect(x).toBeCloseTo(way[k], 9));
    },
  );

  test.each([
    ['xy', [0, 0, 1]],
    ['yz', [1, 0, 0]],
    ['xz', [0, 1, 0]],
  ] as const)('in the plane %s stays in it and lands under the cursor', (plane, normal) => {
    const now = cursors[0];
    const offset = dragOffset(projector, from, start, now, plane);
    expect(dot(offset, normal as unknown as Vec3)).toBeCloseTo(0, 12);
    expect(projector.project(add(from, offset)).x).toBeCloseTo(now.x, 6);
  });

  test('along an axis seen end on does not move', () => {
    const front = new Projector(orbitFrom([0, 0, 5], [0, 0, 0], 30), 640, 480);
    expect(dragOffset(front, [0, 0, 0], { x: 320, y: 240 }, { x: 400, y: 300 }, 'z')).toEqual([
      0, 0, 0,
    ]);
  });
});

test('snapping goes to multiples of a round step', () => {
  expect(snapStep(2)).toBeCloseTo(0.1);
  expect(snapStep(100)).toBe(1);
  snapped([0.234, -0.06, 0.04], 0.1).forEach((x, k) => expect(x).toBeCloseTo([0.2, -0.1, 0][k]));
});

test('typed keys make a number of metres along the locked axis', () => {
  const typed = ['-', '1', '.', '2', '5', '.', 'Backspace'].reduce(typedAfter, '');
  expect(typed).toBe('-1.2');
  expect(typedOffset(typed, 'y')).toEqual([-0, -1.2, -0]);
  expect(typedOffset('-', 'y')).toBeNull();
});

test('a second press of the same axis lets go of it, and Shift takes the plane across it', () => {
  expect(constraintAfter('free', 'x', false)).toBe('x');
  expect(constraintAfter('x', 'x', false)).toBe('free');
  expect(constraintAfter('x', 'Y', true)).toBe('xz');
});
