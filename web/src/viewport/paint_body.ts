import { bodyVertex, vertexText } from '../document/bodies';
import type { Editor } from '../document/editor';
import { caption } from '../timeline/plot';
import { streams } from '../document/vertices';
import { faded, token } from './colors';
import { paintDot, paintPath, type Canvas } from './paint';
import type { Projector } from './projector';
import type { Stage } from './stage';
import { add, scale, vertexAt } from './vec';

// Marks that sit on the body of the frame under edit.

const normalLength = 22; // px

export function paintContacts(c: Canvas, projector: Projector, { contacts }: Stage): void {
  contacts?.points.forEach((point, k) => {
    const { x, y } = projector.project(point);
    const reach = normalLength * projector.metresPerPixel(point);
    const tip = add(point, scale(contacts.normals[k], reach));
    paintPath(c, projector, [point, tip], token('contact'), 1.5);
    paintDot(c, x, y, 2.5, token('contact'));
  });
}

export function paintHover(c: Canvas, projector: Projector, editor: Editor): void {
  const { hoverVertex, tool, softRadius } = editor.view;
  const { bodies } = editor.shot.opened ?? {};
  const positions = editor.vertices.frame(streams.edit)?.simulation.positions;
  if (hoverVertex === null || !positions || 3 * hoverVertex >= positions.length) return;
  const place = vertexAt(positions, hoverVertex);
  const { x, y } = projector.project(place);
  paintDot(c, x, y, 5.5, null, faded('bg-0', 0.7));
  paintDot(c, x, y, 4.5, null, token('select'));
  if (bodyVertex(bodies, hoverVertex)) paintLabel(c, x, y, vertexText(bodies, hoverVertex));
  if (tool !== 'region') return;
  c.setLineDash([3, 3]);
  paintDot(c, x, y, softRadius / projector.metresPerPixel(place), null, faded('handle', 0.8));
  c.setLineDash([]);
}

// Words beside a mark.
function paintLabel(c: Canvas, x: number, y: number, words: string): void {
  caption(c);
  c.textAlign = 'left';
  c.textBaseline = 'middle';
  c.lineWidth = 3;
  c.lineJoin = 'round';
  c.strokeStyle = faded('bg-0', 0.85);
  c.strokeText(words, x + 12, y);
  c.fillStyle = token('text-1');
  c.fillText(words, x + 12, y);
}

export type Point = { x: number; y: number };

// A large ring around a vertex; where it is, or null where it lies behind the viewer.
export function paintRing(
  c: Canvas,
  projector: Projector,
  { editor }: Stage,
  vertex: number,
): Point | null {
  const positions = editor.vertices.frame(streams.edit)?.simulation.positions;
  if (!positions || 3 * vertex >= positions.length) return null;
  const { x, y, depth } = projector.project(vertexAt(positions, vertex));
  if (depth <= 0) return null;
  paintDot(c, x, y, 8.5, null, faded('bg-0', 0.7));
  paintDot(c, x, y, 7, null, token('select'));
  return { x, y };
}
