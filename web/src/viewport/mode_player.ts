import type { Editor } from '../document/editor';
import { putNormals } from '../protocol/normals';
import type { Surface } from '../protocol/worker_messages';
import type { View } from './view';

const swingShare = 0.08; // largest displacement, of the body's size
const slowest = 0.4; // Hz: how fast a mode is shown, whatever its own frequency
const fastest = 2.5;

// Swings the body at rest along one vibration mode.
export class ModePlayer {
  playing = false;
  private shape: Float32Array | null = null;
  private heat: Float32Array | undefined;
  private request = 0;
  private hz = 1;
  private swung: Surface = { positions: new Float32Array(), normals: new Float32Array() };

  constructor(
    private readonly editor: Editor,
    private readonly view: Pick<View, 'scene' | 'invalidate'>,
    private readonly wanted: () => number | null,
    private readonly look: { isHot?: boolean; failed?: () => void } = {},
  ) {}

  // Without `moves` it stands as far out as it swings.
  async start(index: number, moves = true): Promise<void> {
    this.playing = true;
    const answer = await this.editor.link.ask({ type: 'mode', index }).catch(() => null);
    if (!this.playing || this.wanted() !== index) return;
    if (!answer) return this.look.failed?.();
    this.shape = answer.numbers;
    const own = this.editor.shot.opened?.modes.hz[index] ?? 1;
    this.hz = Math.max(slowest, Math.min(fastest, own));
    this.heat = this.look.isHot ? sizesOf(this.shape) : undefined;
    if (moves) this.request ||= requestAnimationFrame((now) => this.tick(now));
    else this.swing(1);
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.playing = false;
    this.shape = null;
  }

  // The same arrays at every picture, as long as the mesh stays.
  private room(length: number): Surface {
    if (this.swung.positions.length !== length)
      this.swung = { positions: new Float32Array(length), normals: new Float32Array(length) };
    return this.swung;
  }

  private tick(now: number): void {
    this.request = requestAnimationFrame((next) => this.tick(next));
    this.swing(Math.sin((2 * Math.PI * this.hz * now) / 1000));
  }

  // `phase` from -1 to 1.
  private swing(phase: number): void {
    const { rest, triangles } = this.editor.vertices.mesh;
    const { shape } = this;
    if (!shape || shape.length !== rest.length) return;
    const size = this.editor.shot.opened?.size ?? 1;
    const swing = swingShare * size * phase;
    const { positions, normals } = this.room(rest.length);
    for (let i = 0; i < rest.length; i++) positions[i] = rest[i] + swing * shape[i];
    putNormals(normals, positions, triangles);
    this.view.scene.show({ ...this.swung, ...(this.heat && { heat: this.heat }) }, undefined);
    this.view.invalidate();
  }
}

// How far each vertex goes, of the farthest.
function sizesOf(shape: Float32Array): Float32Array {
  return Float32Array.from({ length: shape.length / 3 }, (_, v) =>
    Math.hypot(shape[3 * v], shape[3 * v + 1], shape[3 * v + 2]),
  );
}
