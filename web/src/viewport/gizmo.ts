import type { Vec3 } from '../shot/shot';
import { faded, token } from './colors';
import type { Projector } from './projector';
import { add, scale } from './vec';

// Translate gizmo with three arrows and three planes. It keeps its size in CSS pixels.

export type GizmoPart = 'x' | 'y' | 'z' | 'xy' | 'yz' | 'xz';
type Axis = 'x' | 'y' | 'z';
type Point = [number, number];

export const axisVectors: Record<Axis, Vec3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const planeColors = { xy: 'z', yz: 'x', xz: 'y' } as const; // a plane has the colour of its normal

export type GizmoLayout = {
  origin: Point;
  arrows: { part: Axis; end: Point; depth: number }[]; // farthest first
  planes: { part: keyof typeof planeColors; corners: Point[] }[];
};

const shortestArrow = 22; // px: an axis seen end on is left out
const shortestSide = 30; // px: likewise its planes
const arrowGrab = 8; // px
const planeSpan = [0.26, 0.46];

export function layOutGizmo(projector: Projector, place: Vec3, size = 66): GizmoLayout {
  const metres = size * projector.metresPerPixel(place);
  const at = (p: Vec3): Point => {
    const { x, y } = projector.project(p);
    return [x, y];
  };
  const origin = at(place);
  const tip = (axis: Axis) => add(place, scale(axisVectors[axis], metres));
  const arrows = (['x', 'y', 'z'] as const)
    .map((part) => ({ part, end: at(tip(part)), depth: projector.project(tip(part)).depth }))
    .filter(({ end }) => far(end, origin) >= shortestArrow)
    .sort((a, b) => b.depth - a.depth);
  const planes = (['xy', 'yz', 'xz'] as const)
    .filter((part) => [...part].every((axis) => far(at(tip(axis as Axis)), origin) > shortestSide))
    .map((part) => ({ part, corners: planeCorners(part, place, metres).map(at) }));
  return { origin, arrows, planes };
}

function planeCorners(part: 'xy' | 'yz' | 'xz', place: Vec3, metres: number): Vec3[] {
  const [a, b] = [...part].map((axis) => axisVectors[axis as Axis]);
  const [near, end] = planeSpan;
  const corner = (s: number, t: number) =>
    add(place, add(scale(a, s * metres), scale(b, t * metres)));
  return [corner(near, near), corner(end, near), corner(end, end), corner(near, end)];
}

export function hitGizmo(layout: GizmoLayout, x: number, y: number): GizmoPart | null {
  for (const { part, corners } of layout.planes) if (inside(corners, x, y)) return part;
  const near = layout.arrows
    .map(({ part, end }) => ({ part, away: segmentDistance(layout.origin, end, [x, y]) }))
    .filter(({ away }) => away < arrowGrab)
    .sort((a, b) => a.away - b.away);
  return near[0]?.part ?? null;
}

const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// Along the outer part of a to b; the inner part belongs to the handle itself.
function segmentDistance(a: Point, b: Point, p: Point): number {
  const length = far(a, b);
  const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
  if (along < 11 || along > length + 10) return Infinity;
  const t = along / length;
  return far(p, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
}

function inside(corners: Point[], x: number, y: number): boolean {
  const signs = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  });
  return signs.every((s) => s >= 0) || signs.every((s) => s <= 0);
}

export function paintGizmo(
  context: CanvasRenderingContext2D,
  layout: GizmoLayout,
  hot: GizmoPart | null,
): void {
  context.save();
  context.lineCap = 'round';
  for (const { part, corners } of layout.planes) {
    const color = `axis-${planeColors[part]}`;
    context.beginPath();
    corners.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.fillStyle = faded(color, hot === part ? 0.8 : 0.42);
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = faded(color, 0.95);
    context.stroke();
  }
  for (const arrow of layout.arrows) paintArrow(context, layout.origin, arrow, hot === arrow.part);
  context.restore();
}

function paintArrow(
  context: CanvasRenderingContext2D,
  [ox, oy]: Point,
  { part, end: [ex, ey] }: GizmoLayout['arrows'][number],
  hot: boolean,
): void {
  const length = Math.hypot(ex - ox, ey - oy);
  const [ux, uy] = [(ex - ox) / length, (ey - oy) / length];
  const color = hot ? token('select') : token(`axis-${part}`);
  context.beginPath();
  context.moveTo(ox + ux * 11, oy + uy * 11);
  context.lineTo(ex - ux * 8, ey - uy * 8);
  context.strokeStyle = faded('bg-0', 0.55);
  context.lineWidth = 4;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.stroke();
  context.beginPath();
  context.moveTo(ex + ux * 4, ey + uy * 4);
  context.lineTo(ex - ux * 9 - uy * 4.6, ey - uy * 9 + ux * 4.6);
  context.lineTo(ex - ux * 9 + uy * 4.6, ey - uy * 9 - ux * 4.6);
  context.closePath();
  context.fillStyle = color;
  context.fill();
  context.font = `600 11px ${token('font')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(part.toUpperCase(), ex + ux * 14, ey + uy * 14);
}
