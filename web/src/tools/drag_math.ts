import type { Vec3 } from '../shot/shot';
import { axisVectors, type GizmoPart } from '../viewport/gizmo';
import type { Projector, Ray } from '../viewport/projector';
import { add, cross, dot, normalize, scale, sub } from '../viewport/vec';

// From cursor movements to movements of a handle.

export type Constraint = 'free' | GizmoPart; // free: in the plane of the camera

type Point = { x: number; y: number };

// Where the ray meets the plane; null where it runs along it or the plane lies behind.
export function rayMeetsPlane(ray: Ray, point: Vec3, normal: Vec3): Vec3 | null {
  const slope = dot(ray.direction, normal);
  if (Math.abs(slope) < 1e-6) return null;
  const distance = dot(sub(point, ray.origin), normal) / slope;
  return distance > 0 ? add(ray.origin, scale(ray.direction, distance)) : null;
}

// The point of the line point + s·axis that comes nearest to the ray.
export function lineNearRay(ray: Ray, point: Vec3, axis: Vec3): Vec3 | null {
  const across = cross(cross(ray.direction, axis), ray.direction);
  const slope = dot(axis, across);
  if (Math.abs(slope) < 1e-6) return null; // seen end on
  return add(point, scale(axis, dot(sub(ray.origin, point), across) / slope));
}

function landing(projector: Projector, cursor: Point, from: Vec3, constraint: Constraint) {
  const ray = projector.ray(cursor.x, cursor.y);
  if (constraint === 'free') return rayMeetsPlane(ray, from, projector.back);
  const axes = [...constraint].map((axis) => axisVectors[axis as 'x' | 'y' | 'z']);
  return axes.length === 1
    ? lineNearRay(ray, from, axes[0])
    : rayMeetsPlane(ray, from, normalize(cross(axes[0], axes[1])));
}

// How far a handle at `from` goes when the cursor goes from `start` to `now`.
export function dragOffset(
  projector: Projector,
  from: Vec3,
  start: Point,
  now: Point,
  constraint: Constraint,
): Vec3 {
  const first = landing(projector, start, from, constraint);
  const last = landing(projector, now, from, constraint);
  return first && last ? sub(last, first) : [0, 0, 0];
}

// Each component to the nearest multiple of the step.
export function snapped(offset: Vec3, step: number): Vec3 {
  return offset.map((x) => Math.round(x / step) * step) as Vec3;
}

// A round length, about a fiftieth of the body.
export function snapStep(size: number): number {
  return 10 ** Math.round(Math.log10(size / 50));
}

// What typed digits mean: metres along the constraint's first axis. Null while no number yet.
export function typedOffset(typed: string, constraint: Constraint): Vec3 | null {
  const metres = Number.parseFloat(typed);
  if (!Number.isFinite(metres)) return null;
  return scale(
    axisVectors[constraint === 'free' ? 'x' : (constraint[0] as 'x' | 'y' | 'z')],
    metres,
  );
}

export function typedAfter(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1);
  if (key === '-') return typed.startsWith('-') ? typed.slice(1) : `-${typed}`;
  if (key === '.' || key === ',') return typed.includes('.') ? typed : `${typed}.`;
  return /^[0-9]$/.test(key) ? typed + key : typed;
}

// Another press of the same letter lets go of the axis; Shift takes the plane across it.
export function constraintAfter(constraint: Constraint, key: string, shift: boolean): Constraint {
  const axis = key.toLowerCase() as 'x' | 'y' | 'z';
  const wanted: Constraint = shift ? ({ x: 'yz', y: 'xz', z: 'xy' } as const)[axis] : axis;
  return constraint === wanted ? 'free' : wanted;
}
