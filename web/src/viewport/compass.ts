import type { Vec3 } from '../shot/shot';
import { faded, token } from './colors';
import { axisVectors } from './gizmo';
import type { Preset } from '../document/stage_acts';
import { presetAlong } from './orbit';
import type { Projector } from './projector';
import { dot, scale } from './vec';

// The orientation ball in the corner of a view: a click on an end looks from there.

type Axis = 'x' | 'y' | 'z';
type End = { axis: Axis; positive: boolean; x: number; y: number; depth: number; toward: Vec3 };

const reach = 22; // px
const narrowest = 520; // px: smaller views do without

function center(projector: Projector): [number, number] {
  return [projector.width - 42, 78];
}

export function layOutCompass(projector: Projector): End[] {
  if (projector.width < narrowest) return [];
  const [cx, cy] = center(projector);
  const ends = (['x', 'y', 'z'] as const).flatMap((axis) =>
    [true, false].map((positive): End => {
      const toward = scale(axisVectors[axis], positive ? 1 : -1);
      const x = cx + reach * dot(toward, projector.right);
      const y = cy - reach * dot(toward, projector.up);
      return { axis, positive, x, y, depth: -dot(toward, projector.back), toward };
    }),
  );
  return ends.sort((a, b) => b.depth - a.depth);
}

export function hitCompass(ends: End[], x: number, y: number): Preset | null {
  const hit = ends.findLast((end) => Math.hypot(end.x - x, end.y - y) < 8);
  return hit ? presetAlong(hit.toward) : null;
}

export function paintCompass(context: CanvasRenderingContext2D, projector: Projector): void {
  const [cx, cy] = center(projector);
  context.save();
  context.font = `600 9.5px ${token('font')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { axis, positive, x, y } of layOutCompass(projector)) {
    const name = `axis-${axis}`;
    if (positive) {
      context.strokeStyle = faded(name, 0.9);
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(cx, cy);
      context.lineTo(x, y);
      context.stroke();
    }
    context.beginPath();
    context.arc(x, y, positive ? 7 : 5, 0, 7);
    context.fillStyle = positive ? token(name) : faded(name, 0.2);
    context.fill();
    if (!positive) {
      context.strokeStyle = faded(name, 0.6);
      context.lineWidth = 1;
      context.stroke();
      continue;
    }
    context.fillStyle = token('bg-0');
    context.fillText(axis.toUpperCase(), x, y + 0.5);
  }
  context.restore();
}
