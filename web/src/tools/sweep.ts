import { faded, token } from '../viewport/colors';
import type { Canvas } from '../viewport/paint';

type Point = { x: number; y: number };

// A way to select by sweeping over the view.
export interface Sweep {
  covers(point: Point): boolean;
  move(to: Point): void;
  wheel(steps: number): void;
  paint(c: Canvas): void;
}

export class BoxSweep implements Sweep {
  constructor(
    private readonly from: Point,
    private to: Point = from,
  ) {}

  move(to: Point): void {
    this.to = to;
  }

  wheel(): void {
    return;
  }

  covers({ x, y }: Point): boolean {
    const { from, to } = this;
    const between = (v: number, a: number, b: number) => v >= Math.min(a, b) && v <= Math.max(a, b);
    return between(x, from.x, to.x) && between(y, from.y, to.y);
  }

  paint(c: Canvas): void {
    const { from, to } = this;
    const box = [from.x, from.y, to.x - from.x, to.y - from.y] as const;
    c.save();
    c.fillStyle = faded('select', 0.06);
    c.fillRect(...box);
    c.setLineDash([4, 3]);
    c.lineWidth = 1;
    c.strokeStyle = token('select');
    c.strokeRect(...box);
    c.restore();
  }
}

const smallest = 8; // px

export class CircleSweep implements Sweep {
  constructor(
    private at: Point,
    private radius = 32,
  ) {}

  move(to: Point): void {
    this.at = to;
  }

  wheel(steps: number): void {
    this.radius = Math.max(smallest, this.radius * 1.12 ** -steps);
  }

  covers({ x, y }: Point): boolean {
    return Math.hypot(x - this.at.x, y - this.at.y) <= this.radius;
  }

  paint(c: Canvas): void {
    c.save();
    c.beginPath();
    c.arc(this.at.x, this.at.y, this.radius, 0, 7);
    c.fillStyle = faded('select', 0.06);
    c.fill();
    c.lineWidth = 1;
    c.strokeStyle = token('select');
    c.stroke();
    c.restore();
  }
}
