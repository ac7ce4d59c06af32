import { describe, expect, test } from 'vitest';
import { PerspectiveCamera, Vector3 } from 'three';
import {
  axesOf,
  eyeOf,
  framed,
  lookedFrom,
  orbitFrom,
  panned,
  presetAlong,
  turned,
  verticalFov,
  zoomed,
} from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';
import { distance, dot } from '../../src/viewport/vec';

const orbit = orbitFrom([3, 2.5, 5], [0.2, 0.4, -0.1], 30);
const close = (a: number[], b: number[], digits = 9) =>
  a.forEach((x, k) => expect(x).toBeCloseTo(b[k], digits));

describe('an orbit', () => {
  test('stands where it was put', () => close(eyeOf(orbit), [3, 2.5, 5]));

  test('has axes at right angles', () => {
    const { right, up, back } = axesOf(orbit);
    for (const [a, b] of [
      [right, up],
      [up, back],
      [back, right],
    ] as const)
      expect(dot(a, b)).toBeCloseTo(0, 12);
  });

  test('keeps its distance when it turns, and never tips over', () => {
    const over = turned(orbit, 300, 5000);
    expect(distance(eyeOf(over), over.target)).toBeCloseTo(orbit.distance, 9);
    expect(axesOf(over).up[1]).toBeGreaterThan(0);
  });

  test('panned by some pixels shows its old target moved by as many', () => {
    const moved = new Projector(panned(orbit, 40, -25, 640, 480), 640, 480);
    const { x, y } = moved.project(orbit.target);
    close([x, y], [320 + 40, 240 - 25], 6);
  });

  test('zooms no further than the body allows', () => {
    expect(zoomed(orbit, 0.5, 1).distance).toBeCloseTo(orbit.distance / 2);
    expect(zoomed(orbit, 1e-9, 1).distance).toBeCloseTo(0.02);
    expect(zoomed(orbit, 1e9, 1).distance).toBeCloseTo(50);
  });

  test('framed on a ball sees all of it', () => {
    const view = new Projector(framed(orbit, [1, 1, 1], 0.5), 640, 480);
    const { x, y } = view.project([1, 1.5, 1]);
    expect(x).toBeGreaterThan(0);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(160);
  });

  test('looks from the side that a preset names', () => {
    close(axesOf(lookedFrom(orbit, 'right')).back, [1, 0, 0]);
    close(axesOf(lookedFrom(orbit, 'front')).back, [0, 0, 1]);
    expect(presetAlong([0, -2, 0.1])).toBe('bottom');
  });
});

describe('the projector', () => {
  test.each([
    [640, 480],
    [400, 600],
  ])('agrees with the camera of three.js at %i × %i', (w, h) => {
    const projector = new Projector(orbit, w, h);
    const camera = new PerspectiveCamera(verticalFov(orbit, w / h), w / h, 0.1, 100);
    camera.position.set(...projector.eye);
    camera.lookAt(new Vector3(...orbit.target));
    camera.updateMatrixWorld();
    const p = new Vector3(0.7, -0.2, 0.9);
    const { x, y } = projector.project([p.x, p.y, p.z]);
    p.project(camera);
    close([x, y], [((p.x + 1) * w) / 2, ((1 - p.y) * h) / 2], 6);
  });

  test('sends a ray through a pixel to points that are seen at that pixel', () => {
    const projector = new Projector(orbit, 640, 480);
    const { origin, direction } = projector.ray(123, 321);
    const p = projector.project([0, 1, 2].map((k) => origin[k] + 4 * direction[k]) as never);
    close([p.x, p.y], [123, 321], 6);
  });
});
