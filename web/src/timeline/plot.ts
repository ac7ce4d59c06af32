// Drawing on canvases with the colours of the tokens.

import { token } from '../widgets/tokens';

export { faded, token } from '../widgets/tokens';

export type Plot = { context: CanvasRenderingContext2D; width: number; height: number }; // CSS px

export function uiScale(): number {
  return Number(document.documentElement.style.getPropertyValue('--ui-scale')) || 1;
}

export function caption(context: CanvasRenderingContext2D, weight = 400): void {
  context.font = `${weight} ${11 * uiScale()}px ${token('font')}`;
}

export function line(
  plot: Plot,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  style: string,
  width = 1,
): void {
  const { context } = plot;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.strokeStyle = style;
  context.lineWidth = width;
  context.stroke();
}

/** On the middle of a pixel, so that a hairline stays one pixel wide. */
export function crisp(place: number): number {
  return Math.round(place) + 0.5;
}

export function diamond(
  plot: Plot,
  x: number,
  y: number,
  radius: number,
  fill: string,
  stroke: string,
): void {
  const { context } = plot;
  context.beginPath();
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.lineJoin = 'round';
  context.lineWidth = 1.5;
  context.strokeStyle = stroke;
  context.stroke();
}

export function polyline(
  plot: Plot,
  points: [number, number][],
  style: string,
  width: number,
): void {
  const { context } = plot;
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.lineJoin = 'round';
  context.strokeStyle = style;
  context.lineWidth = width;
  context.stroke();
}

/** Text that stays readable over curves. */
export function haloText(plot: Plot, text: string, x: number, y: number, color: string): void {
  const { context } = plot;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeStyle = token('bg-0');
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}
