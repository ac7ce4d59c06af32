import { describe, expect, test } from 'vitest';
import { hitCompass, layOutCompass } from '../../src/viewport/compass';
import { hitGizmo, layOutGizmo } from '../../src/viewport/gizmo';
import { lookedFrom, orbitFrom } from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';

const orbit = orbitFrom([3, 2.5, 5], [0, 0, 0], 30);
const projector = new Projector(orbit, 640, 480);

describe('the gizmo', () => {
  test('has the same size on the screen near and far', () => {
    const size = (place: [number, number, number]) => {
      const { origin, arrows } = layOutGizmo(projector, place);
      const { end } = arrows.find(({ part }) => part === 'y')!;
      return Math.hypot(end[0] - origin[0], end[1] - origin[1]);
    };
    expect(size([1.5, 1.25, 2.5])).toBeCloseTo(size([-6, -5, -10]), 6);
  });

  test('is hit on its arrows and planes, and not beside them', () => {
    const layout = layOutGizmo(projector, [0.1, 0.2, 0]);
    for (const { part, end } of layout.arrows) expect(hitGizmo(layout, ...end)).toBe(part);
    for (const { part, corners } of layout.planes) {
      const middle = [0, 1].map((k) => corners.reduce((sum, c) => sum + c[k] / 4, 0));
      expect(hitGizmo(layout, middle[0], middle[1])).toBe(part);
    }
    expect(hitGizmo(layout, layout.origin[0] - 150, layout.origin[1])).toBeNull();
  });

  test('leaves the handle itself free', () => {
    const layout = layOutGizmo(projector, [0, 0, 0]);
    expect(hitGizmo(layout, ...layout.origin)).toBeNull();
  });

  test('leaves out an axis that is seen end on', () => {
    const front = new Projector(lookedFrom(orbit, 'front'), 640, 480);
    const layout = layOutGizmo(front, [0, 0, 0]);
    expect(layout.arrows.map(({ part }) => part).sort()).toEqual(['x', 'y']);
    expect(layout.planes.map(({ part }) => part)).toEqual(['xy']);
  });
});

test('a click on an end of the orientation ball looks from there', () => {
  const ends = layOutCompass(projector);
  for (const { axis, positive, x, y } of ends.slice(-3)) {
    const preset = { x: ['left', 'right'], y: ['bottom', 'top'], z: ['back', 'front'] }[axis];
    expect(hitCompass(ends, x, y)).toBe(preset[positive ? 1 : 0]);
  }
});

test('small views have no orientation ball', () => {
  expect(layOutCompass(new Projector(orbit, 500, 480))).toEqual([]);
});
