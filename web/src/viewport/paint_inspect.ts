import { closeUpVertex, readVertex } from '../document/close_up';
import { faded, token } from './colors';
import type { Canvas } from './paint';
import { paintContacts, paintHover, paintRing, type Point } from './paint_body';
import type { Projector } from './projector';
import type { Stage } from './stage';

// Marks of the large view while inspecting: contacts, and what the picked vertex says.
export function paintInspected(c: Canvas, projector: Projector, stage: Stage): void {
  const { editor } = stage;
  if (editor.view.overlays.contacts) paintContacts(c, projector, stage);
  paintHover(c, projector, editor);
  const { vertex } = editor.view.selection;
  if (vertex === null) return;
  const at = paintRing(c, projector, stage, vertex);
  const { name, value } = readVertex(editor, vertex);
  if (at) paintCallout(c, at, projector, [name, value]);
}

// Marks of the small view of the worst vertex.
export function paintCloseUp(c: Canvas, projector: Projector, stage: Stage): void {
  const vertex = closeUpVertex(stage.editor);
  if (vertex === null) return;
  if (stage.editor.view.overlays.contacts) paintContacts(c, projector, stage);
  paintRing(c, projector, stage, vertex);
}

const callout = { away: 56, height: 26, gap: 10 }; // px

// Words beside a place, on the side where there is room.
function paintCallout(c: Canvas, at: Point, { width }: Projector, words: string[]): void {
  c.save();
  c.font = `500 11px ${token('font')}`;
  c.textBaseline = 'middle';
  const shown = words.filter(Boolean);
  const widths = shown.map((word) => c.measureText(word).width);
  const wide = widths.reduce((sum, one) => sum + one + callout.gap, callout.gap);
  const side = at.x + callout.away + wide < width - callout.gap ? 1 : -1;
  const left = side > 0 ? at.x + callout.away : at.x - callout.away - wide;
  const top = at.y - callout.away;
  const middle = top + callout.height / 2;
  c.strokeStyle = faded('text-2', 0.8);
  c.beginPath();
  c.moveTo(at.x + 6 * side, at.y - 5);
  c.lineTo(side > 0 ? left : left + wide, middle);
  c.stroke();
  c.fillStyle = faded('bg-1', 0.94);
  c.beginPath();
  c.roundRect(left, top, wide, callout.height, 6);
  c.fill();
  c.strokeStyle = token('line-2');
  c.stroke();
  let x = left + callout.gap;
  shown.forEach((word, k) => {
    c.fillStyle = token(k === 0 ? 'text-2' : 'text-1');
    c.fillText(word, x, middle + 0.5);
    x += widths[k] + callout.gap;
  });
  c.restore();
}
