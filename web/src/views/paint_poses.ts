import { posesOf } from '../document/commands';
import { isFacing } from '../viewport/facing';
import type { Interaction } from '../tools/interaction';
import { faded, token } from '../viewport/colors';
import { paintDot, type Canvas } from '../viewport/paint';
import type { Projector } from '../viewport/projector';
import type { Stage } from '../viewport/stage';
import { vertexAt } from '../viewport/vec';

const spacing = 7; // px: marks closer than this are drawn as one

// Marks of the left view in the poses workspace that sit on the body: held and picked points, and the
// one under the cursor.
export function paintPosed(c: Canvas, projector: Projector, stage: Stage, hand: Interaction): void {
  const { editor } = stage;
  const { view } = editor;
  const dots = (vertices: readonly number[], color: string, radius: number) =>
    paintDots(c, projector, hand, vertices, color, radius);
  for (const { vertices } of posesOf(editor)?.holds ?? []) dots(vertices, token('contact'), 2.5);
  dots(view.poses.vertices, token('select'), 2);
  const body = hand.body();
  if (view.hoverVertex === null || !body || 3 * view.hoverVertex >= body.positions.length) return;
  const { x, y } = projector.project(vertexAt(body.positions, view.hoverVertex));
  paintDot(c, x, y, 5.5, null, faded('bg-0', 0.7));
  paintDot(c, x, y, 4.5, null, token(view.poses.chosen === null ? 'select' : 'handle'));
}

function paintDots(
  c: Canvas,
  projector: Projector,
  hand: Interaction,
  vertices: readonly number[],
  color: string,
  radius: number,
): void {
  const body = hand.body();
  if (!body) return;
  const { positions, normals } = body;
  const taken = new Set<string>();
  for (const vertex of vertices) {
    if (3 * vertex >= positions.length) continue;
    if (normals && !isFacing({ positions, normals }, projector, vertex)) continue;
    const { x, y } = projector.project(vertexAt(positions, vertex));
    const cell = `${Math.round(x / spacing)} ${Math.round(y / spacing)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    paintDot(c, x, y, radius, color, faded('bg-0', 0.6));
  }
}
