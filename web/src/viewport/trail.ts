import type { Editor } from '../document/editor';
import type { What } from '../protocol/requests';
import type { Vec3 } from '../shot/shot';
import { faded, token } from './colors';
import { paintDot, paintPath, type Canvas } from './paint';
import type { Projector } from './projector';
import { vertexAt } from './vec';

// The way of the picked vertex through all frames, as it came in and as it goes out.
export class Trail {
  vertex: number | null = null;
  output: Float32Array | null = null; // xyz a frame
  input: Float32Array | null = null;
  private busy = false;
  private stale = false;

  constructor(
    private readonly editor: Editor,
    private readonly changed: () => void,
  ) {}

  // Asks again; while an answer is under way, only remembers that it must.
  async refresh(vertex: number | null): Promise<void> {
    if (vertex !== this.vertex) this.forget();
    this.vertex = vertex;
    if (vertex === null) return this.changed();
    if (this.busy) {
      this.stale = true;
      return;
    }
    this.busy = true;
    try {
      const input = this.input ?? (await this.ask(vertex, 'input'));
      const output = await this.ask(vertex, 'result');
      if (vertex === this.vertex) Object.assign(this, { input, output });
    } catch {
      this.stale = false;
    } finally {
      this.busy = false;
    }
    this.changed();
    if (this.stale) {
      this.stale = false;
      await this.refresh(this.vertex);
    }
  }

  forget(): void {
    this.output = null;
    this.input = null;
  }

  private async ask(vertex: number, what: What): Promise<Float32Array> {
    const request = { type: 'trail' as const, vertices: [vertex], weights: [1], what };
    const answer = await this.editor.link.ask(request);
    return answer.numbers;
  }
}

const bigEvery = 8; // frames between larger dots
const dotGrab = 7; // px

function framesShown(editor: Editor, frames: number): [number, number] {
  const { editFrame, overlays } = editor.view;
  const first = Math.max(0, editFrame - overlays.trailReach);
  return [first, Math.min(frames - 1, editFrame + overlays.trailReach)];
}

function pointsOf(trail: Float32Array, [first, last]: [number, number]): Vec3[] {
  return Array.from({ length: last - first + 1 }, (_, k) => vertexAt(trail, first + k));
}

export function paintTrail(c: Canvas, projector: Projector, editor: Editor, trail: Trail): void {
  const { output, input } = trail;
  if (!output || output.length === 0) return;
  const shown = framesShown(editor, output.length / 3);
  if (input) paintPath(c, projector, pointsOf(input, shown), faded('input', 0.75), 1.25, [4, 3]);
  const points = pointsOf(output, shown);
  paintPath(c, projector, points, faded('bg-0', 0.55), 3.5);
  paintPath(c, projector, points, token('output'), 1.5);
  points.forEach((point, k) => {
    const frame = shown[0] + k;
    if (frame === editor.view.editFrame) return;
    const { x, y, depth } = projector.project(point);
    if (depth <= 0) return;
    const big = frame % bigEvery === 0;
    paintDot(c, x, y, big ? 2.8 : 1.4, big ? token('select') : '#c4e6fa');
  });
}

// The frame whose dot is under the cursor.
export function hitTrail(
  projector: Projector,
  editor: Editor,
  trail: Trail,
  x: number,
  y: number,
): number | null {
  const { output } = trail;
  if (!output || output.length === 0) return null;
  const [first, last] = framesShown(editor, output.length / 3);
  let best: number | null = null;
  let nearest = dotGrab;
  for (let frame = first; frame <= last; frame++) {
    const p = projector.project(vertexAt(output, frame));
    const away = Math.hypot(p.x - x, p.y - y);
    if (p.depth > 0 && away < nearest) [nearest, best] = [away, frame];
  }
  return best;
}
