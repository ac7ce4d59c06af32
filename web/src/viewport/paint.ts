import type { Vec3 } from '../shot/shot';
import { faded, token } from './colors';
import type { Projector } from './projector';

// Flat marks over a view, in CSS pixels.

export type Canvas = CanvasRenderingContext2D;

export function paintDiamond(
  c: Canvas,
  x: number,
  y: number,
  r: number,
  fill: string,
  line: string,
) {
  c.beginPath();
  c.moveTo(x, y - r);
  c.lineTo(x + r, y);
  c.lineTo(x, y + r);
  c.lineTo(x - r, y);
  c.closePath();
  c.lineJoin = 'round';
  c.fillStyle = fill;
  c.fill();
  c.lineWidth = 1.5;
  c.strokeStyle = line;
  c.stroke();
}

export function paintSquare(c: Canvas, x: number, y: number, r: number, selected = false): void {
  c.fillStyle = token('pin');
  c.strokeStyle = selected ? token('select') : faded('bg-0', 0.8);
  c.lineWidth = selected ? 1.5 : 1;
  c.fillRect(x - r, y - r, 2 * r, 2 * r);
  c.strokeRect(x - r - 0.5, y - r - 0.5, 2 * r + 1, 2 * r + 1);
}

export function paintDot(
  c: Canvas,
  x: number,
  y: number,
  r: number,
  fill: string | null,
  line?: string,
) {
  c.beginPath();
  c.arc(x, y, r, 0, 7);
  if (fill) {
    c.fillStyle = fill;
    c.fill();
  }
  if (line) {
    c.lineWidth = 1.5;
    c.strokeStyle = line;
    c.stroke();
  }
}

export function paintPath(
  c: Canvas,
  projector: Projector,
  points: Vec3[],
  style: string,
  width: number,
  dash: number[] = [],
): void {
  c.save();
  c.beginPath();
  points.forEach((point, i) => {
    const { x, y } = projector.project(point);
    if (i) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
  c.setLineDash(dash);
  c.lineWidth = width;
  c.lineJoin = 'round';
  c.strokeStyle = style;
  c.stroke();
  c.restore();
}
