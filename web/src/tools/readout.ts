import type { Vec3 } from '../protocol/shot';
import { movedBy } from '../viewport/marks';
import { distance } from '../viewport/vec';
import type { Constraint } from './drag_math';
import type { Interaction } from './interaction';

// How far the active handle has been taken from the input, and where on the screen to say it.
export type Readout = { x: number; y: number; moved: Vec3; constraint: Constraint; typed: string };

const stillShare = 1e-4; // of the body's size: moved by less is not moved

export function readoutOf(hand: Interaction): Readout | null {
  const { drag, stage } = hand;
  const active = drag?.active ?? hand.marks().find((mark) => mark.active && mark.here);
  const place = active && (drag?.placeOf(active.id) ?? active.place);
  const moved = active && place && active.kind === 'handle' ? movedBy(active, place) : null;
  const size = stage.editor.shot.opened?.size ?? 1;
  const still = !drag && moved && distance(moved, [0, 0, 0]) < stillShare * size;
  const inspecting = stage.editor.view.workspace === 'inspect';
  if (!place || !moved || still || inspecting) return null;
  const { x, y } = stage.edit.projector.project(place);
  const { constraint = 'free', typed = '' } = drag ?? {};
  return { x, y, moved, constraint, typed };
}
