import type { Editor } from '../document/editor';
import { streams } from '../document/vertices';
import { isFacing } from '../viewport/facing';
import type { Vec3 } from '../shot/shot';
import type { Interaction } from '../tools/interaction';
import { faded, token } from '../viewport/colors';
import { layOutGizmo, paintGizmo } from '../viewport/gizmo';
import type { HandleMark } from '../viewport/marks';
import { paintDiamond, paintDot, paintPath, paintSquare, type Canvas } from '../viewport/paint';
import type { Projector } from '../viewport/projector';
import type { Stage } from '../viewport/stage';
import { paintContacts, paintHover } from '../viewport/paint_body';
import { paintInspected } from '../viewport/paint_inspect';
import { paintPosed } from './paint_poses';
import { paintTrail } from '../viewport/trail';
import { vertexAt } from '../viewport/vec';

const pinSpacing = 9; // px: pins closer than this are drawn as one

// All flat marks of the left view, back to front.
export function paintEditView(
  c: Canvas,
  projector: Projector,
  stage: Stage,
  interaction: Interaction,
): void {
  const { editor } = stage;
  const { overlays, workspace } = editor.view;
  if (workspace === 'inspect') return paintInspected(c, projector, stage);
  const isPosing = workspace === 'poses';
  if (overlays.trail && !isPosing) paintTrail(c, projector, editor, stage.trail);
  if (overlays.pins) paintPins(c, projector, editor);
  if (overlays.contacts) paintContacts(c, projector, stage);
  if (isPosing) paintPosed(c, projector, stage, interaction);
  else paintHover(c, projector, editor);
  paintHandles(c, projector, editor, interaction);
  interaction.sweep?.paint(c);
}

function paintPins(c: Canvas, projector: Projector, editor: Editor): void {
  const surface = editor.vertices.frame(streams.edit)?.simulation;
  if (!surface) return;
  const taken = new Set<string>();
  for (const vertex of editor.shot.opened?.pins ?? []) {
    if (!isFacing(surface, projector, vertex)) continue;
    const { x, y } = projector.project(vertexAt(surface.positions, vertex));
    const cell = `${Math.round(x / pinSpacing)} ${Math.round(y / pinSpacing)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    paintSquare(c, x, y, 2.5);
  }
}

function paintHandles(
  c: Canvas,
  projector: Projector,
  editor: Editor,
  interaction: Interaction,
): void {
  const marks = interaction.marks();
  for (const mark of marks) if (!mark.active) paintMark(c, projector, mark, interaction);
  const active = marks.find((mark) => mark.active);
  if (!active) return;
  const place = interaction.drag?.placeOf(active.id) ?? active.place;
  if (active.here && active.input && active.kind === 'handle') {
    paintPath(c, projector, [active.input, place], token('handle'), 1.5, [2, 3]);
    const { x, y } = projector.project(active.input);
    paintDot(c, x, y, 3, null, token('input'));
  }
  if (active.here && active.kind === 'handle') {
    paintMiss(c, projector, place, active.body);
    const layout = layOutGizmo(projector, place);
    const { drag } = interaction;
    const held = drag && drag.constraint !== 'free' ? drag.constraint : null;
    const isEdited = active.drags && editor.view.workspace !== 'inspect';
    if (isEdited && (!drag || held)) paintGizmo(c, layout, held ?? interaction.hot);
  }
  paintMark(c, projector, active, interaction);
}

const missShown = 6; // px

// Where the body could not follow: a line from the handle to its point on the body.
function paintMiss(c: Canvas, projector: Projector, place: Vec3, body: Vec3): void {
  const [wanted, there] = [projector.project(place), projector.project(body)];
  if (Math.hypot(wanted.x - there.x, wanted.y - there.y) < missShown) return;
  paintPath(c, projector, [place, body], faded('handle', 0.7), 1);
  paintDot(c, there.x, there.y, 3, token('bg-0'), token('handle'));
}

function paintMark(
  c: Canvas,
  projector: Projector,
  mark: HandleMark,
  interaction: Interaction,
): void {
  const { x, y, depth } = projector.project(interaction.drag?.placeOf(mark.id) ?? mark.place);
  if (depth <= 0) return;
  if (mark.kind === 'pin') return paintSquare(c, x, y, 4, mark.selected);
  const size = mark.active ? 7.5 : 5.5;
  const line = mark.selected ? token('select') : token('bg-0');
  paintDiamond(c, x, y, size, faded('handle', mark.here ? 1 : 0.55), line);
  if (interaction.hoverMark === mark.id) paintDot(c, x, y, size + 4, null, token('select'));
}
