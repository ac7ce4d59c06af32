import type { Vec3 } from '../shot/shot';
import { axesOf, eyeOf, verticalFov, type Orbit } from './orbit';
import { add, dot, normalize, scale, sub } from './vec';

export type Ray = { origin: Vec3; direction: Vec3 }; // direction has unit length
export type ScreenPoint = { x: number; y: number; depth: number }; // CSS px from top left; m

// From the world to the pixels of a view and back.
export class Projector {
  readonly eye: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
  readonly focal: number; // px for one unit at depth one

  constructor(
    readonly orbit: Orbit,
    readonly width: number,
    readonly height: number,
  ) {
    const { right, up, back } = axesOf(orbit);
    this.eye = eyeOf(orbit);
    this.right = right;
    this.up = up;
    this.back = back;
    const fov = verticalFov(orbit, width / height);
    this.focal = height / 2 / Math.tan((fov * Math.PI) / 360);
  }

  // Depth at or below zero: behind the viewer.
  project(p: Vec3): ScreenPoint {
    const d = sub(p, this.eye);
    const depth = -dot(d, this.back);
    const k = this.focal / depth;
    return {
      x: this.width / 2 + dot(d, this.right) * k,
      y: this.height / 2 - dot(d, this.up) * k,
      depth,
    };
  }

  ray(x: number, y: number): Ray {
    const a = (x - this.width / 2) / this.focal;
    const b = (this.height / 2 - y) / this.focal;
    const toward = add(add(scale(this.right, a), scale(this.up, b)), scale(this.back, -1));
    return { origin: this.eye, direction: normalize(toward) };
  }

  // Metres that one pixel covers at a place.
  metresPerPixel(p: Vec3): number {
    return Math.max(1e-9, -dot(sub(p, this.eye), this.back)) / this.focal;
  }
}
