import { panned, type Orbit } from './orbit';
import { Projector } from './projector';
import { vertexAt } from './vec';

// What stays free around the body: px where heads and feet of views lie, and a share of the width,
// because the body moves.
export type Margin = { side: number; top: number; bottom: number };
const margin: Margin = { side: 0.1, top: 56, bottom: 48 };
const looked = 1500; // vertices, evenly chosen
const rounds = 6; // perspective: each round comes nearer to the answer
const slack = 0.5; // px

type Box = { left: number; right: number; top: number; bottom: number };

function boxOf(points: Float32Array, projector: Projector): Box {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const count = points.length / 3;
  const step = Math.max(1, Math.floor(count / looked));
  for (let v = 0; v < count; v += step) {
    const { x, y } = projector.project(vertexAt(points, v));
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

function isInside(box: Box, room: Box): boolean {
  return (
    box.left >= room.left - slack &&
    box.right <= room.right + slack &&
    box.top >= room.top - slack &&
    box.bottom <= room.bottom + slack
  );
}

// The orbit from which all points are seen, from the same side. `closer` also goes nearer until
// they fill the view; else it only backs away, and stays where nothing is cut off.
export function fitted(
  orbit: Orbit,
  points: Float32Array,
  { width, height }: { width: number; height: number },
  closer = false,
  around: Margin = margin,
): Orbit {
  const room = {
    left: around.side * width,
    right: (1 - around.side) * width,
    top: around.top,
    bottom: height - around.bottom,
  };
  if (points.length === 0 || room.right <= room.left || room.bottom <= room.top) return orbit;
  let found = orbit;
  for (let round = 0; round < rounds; round++) {
    const box = boxOf(points, new Projector(found, width, height));
    if (!closer && isInside(box, room)) return found;
    const dx = (room.left + room.right - box.left - box.right) / 2;
    const dy = (room.top + room.bottom - box.top - box.bottom) / 2;
    const share = Math.max(
      (box.right - box.left) / (room.right - room.left),
      (box.bottom - box.top) / (room.bottom - room.top),
    );
    const moved = panned(found, dx, dy, width, height);
    found = { ...moved, distance: moved.distance * (closer ? share : Math.max(1, share)) };
  }
  return found;
}
