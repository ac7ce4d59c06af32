import type { Vec3 } from '../shot/shot';
import { movedBy } from '../viewport/marks';
import type { Constraint } from './drag_math';
import type { Interaction } from './interaction';

// How far the active handle has been taken from the input, and where on the screen to say it.
export type Readout = { x: number; y: number; moved: Vec3; constraint: Constraint; typed: string };

// Only while the hand holds it: afterwards the numbers of the inspector tell it.
export function readoutOf({ drag, stage }: Interaction): Readout | null {
  if (!drag) return null;
  const { active, constraint, typed } = drag;
  const place = drag.placeOf(active.id) ?? active.place;
  const moved = active.kind === 'handle' ? movedBy(active, place) : null;
  if (!moved) return null;
  const { x, y } = stage.edit.projector.project(place);
  return { x, y, moved, constraint, typed };
}
