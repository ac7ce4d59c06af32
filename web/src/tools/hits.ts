import type { Vec3 } from '../shot/shot';
import { hitGizmo, layOutGizmo, type GizmoPart } from '../viewport/gizmo';
import type { HandleMark } from '../viewport/marks';
import { hitTrail } from '../viewport/trail';
import { vertexAt } from '../viewport/vec';
import type { Interaction, Point } from './interaction';
import { pickVertex } from './picking';
import { isPosing } from './pose_acts';

// What a press without movement would hit, nearest first.
export type Hit =
  | { kind: 'gizmo'; part: GizmoPart }
  | { kind: 'mark'; mark: HandleMark }
  | { kind: 'trail'; frame: number }
  | { kind: 'vertex'; vertex: number; place: Vec3 }
  | { kind: 'nothing' };

const markGrab = 11; // px

export function hitAt(hand: Interaction, { x, y }: Point): Hit {
  const { editor, edit, trail } = hand.stage;
  const { projector } = edit;
  const isReading = editor.view.workspace === 'inspect'; // the hand changes nothing there
  const marks = isReading ? [] : hand.marks();
  const near = ({ place }: HandleMark) => {
    const p = projector.project(place);
    return p.depth > 0 ? Math.hypot(p.x - x, p.y - y) : Infinity;
  };
  const mark = marks.filter((m) => near(m) < markGrab).sort((a, b) => near(a) - near(b))[0];
  if (mark) return { kind: 'mark', mark };
  const active = marks.find((m) => m.active && m.here && m.drags);
  const part = active && hitGizmo(layOutGizmo(projector, active.place), x, y);
  if (part) return { kind: 'gizmo', part };
  const isTrailed = editor.view.overlays.trail && !isPosing(editor);
  const frame = isTrailed ? hitTrail(projector, editor, trail, x, y) : null;
  if (frame !== null && frame !== editor.view.editFrame) return { kind: 'trail', frame };
  return hitBody(hand, { x, y });
}

function hitBody(hand: Interaction, { x, y }: Point): Hit {
  const body = hand.body();
  const vertex = body && pickVertex(body, hand.stage.edit.projector, x, y);
  if (!body || vertex === null) return { kind: 'nothing' };
  return { kind: 'vertex', vertex, place: vertexAt(body.positions, vertex) };
}
