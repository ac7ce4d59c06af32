// A curve over the spectrum on its plot: the material dashed, yours solid.
import { caption, crisp, faded, line, polyline, token, uiScale, type Plot } from '../timeline/plot';
import type { Curve } from '../shot/poses';
import {
  lineOfCurve,
  modeTicks,
  spotOfPoint,
  xOfMode,
  yOfShown,
  type Box,
  type CurvePlot,
} from './spectrum_plot';
import { tangentEnds } from './tangent';

export type CurvePicture = {
  plot: CurvePlot;
  curve: Curve | null; // null: `yours` is not a curve of the artist's
  material: readonly number[]; // what is shown of each mode
  yours: readonly number[];
  chosen: number | null; // a point of the curve
  mode: number; // from 1
  hover: number | null; // a mode, from 1
  ticks: { shown: number; text: string }[];
  limit: number | null; // a dashed line
  tip: (mode: number) => string;
};

export function drawSpectrum(plot: Plot, picture: CurvePicture): void {
  plot.context.fillStyle = token('bg-0');
  plot.context.fillRect(0, 0, plot.width, plot.height);
  drawAxes(plot, picture);
  drawStems(plot, picture);
  dashed(plot, () => polyline(plot, perMode(picture, picture.material), token('input'), 1.25));
  const { curve } = picture;
  const yours = curve ? spots(lineOfCurve(picture.plot, curve)) : perMode(picture, picture.yours);
  polyline(plot, yours, token('output'), 2);
  drawMode(plot, picture, picture.mode, faded('select', 0.75));
  if (curve) drawPoints(plot, picture, curve);
  drawTip(plot, picture, picture.hover ?? picture.mode);
}

const spots = (places: { x: number; y: number }[]) =>
  places.map(({ x, y }) => [x, y] as [number, number]);

function perMode({ plot }: CurvePicture, values: readonly number[]): [number, number][] {
  const { box, reading } = plot;
  return values.map((value, k) => [
    xOfMode(box, values.length, k + 1),
    yOfShown(box, reading, value),
  ]);
}

function dashed({ context }: Plot, draw: () => void): void {
  context.save();
  context.setLineDash([4, 3]);
  draw();
  context.restore();
}

function drawAxes(plot: Plot, { plot: { box, reading, places }, ticks, limit }: CurvePicture) {
  const { context } = plot;
  caption(context);
  context.fillStyle = token('text-3');
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const mode of modeTicks(places.length)) {
    const x = crisp(xOfMode(box, places.length, mode));
    line(plot, x, box.top - 4, x, box.bottom, token('line'));
    context.fillText(`${mode}`, x, plot.height - 6);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { shown, text } of ticks) {
    const y = crisp(yOfShown(box, reading, shown));
    const draw = () =>
      line(plot, box.left, y, box.right, y, token(shown === limit ? 'text-3' : 'line'));
    if (shown === limit) dashed(plot, draw);
    else draw();
    context.fillText(text, box.left - 8, y);
  }
}

const denseFrom = 41; // modes: from here on the stems stand close

// How far each mode was taken from the material.
function drawStems(plot: Plot, picture: CurvePicture): void {
  const [material, yours] = [perMode(picture, picture.material), perMode(picture, picture.yours)];
  const { context } = plot;
  const stems = (first: number, last: number, color: string) => {
    context.beginPath();
    for (let k = first; k < Math.min(last, material.length, yours.length); k++) {
      context.moveTo(crisp(material[k][0]), material[k][1]);
      context.lineTo(crisp(material[k][0]), yours[k][1]);
    }
    context.lineWidth = 1;
    context.strokeStyle = color;
    context.stroke();
  };
  stems(0, denseFrom, faded('output', 0.3));
  stems(denseFrom, Infinity, faded('output', 0.16));
}

function drawMode(
  plot: Plot,
  { plot: { box, places } }: CurvePicture,
  mode: number,
  color: string,
) {
  const x = crisp(xOfMode(box, places.length, mode));
  line(plot, x, box.top - 4, x, box.bottom, color);
}

function drawPoints(plot: Plot, picture: CurvePicture, curve: Curve): void {
  const { context } = plot;
  if (picture.chosen !== null && curve[picture.chosen])
    drawTangent(plot, picture, curve, picture.chosen);
  curve.forEach((point, k) => {
    const isChosen = k === picture.chosen;
    const { x, y } = spotOfPoint(picture.plot, point);
    context.beginPath();
    context.arc(x, y, isChosen ? 5.5 : 4, 0, 7);
    context.fillStyle = token(isChosen ? 'select' : 'bg-0');
    context.strokeStyle = token(isChosen ? 'bg-0' : 'output');
    context.lineWidth = 2;
    context.fill();
    context.stroke();
  });
}

function drawTangent(plot: Plot, picture: CurvePicture, curve: Curve, k: number): void {
  const { context } = plot;
  const from = spotOfPoint(picture.plot, curve[k]);
  for (const end of tangentEnds(picture.plot, curve, k)) {
    line(plot, from.x, from.y, end.x, end.y, token('select'), 1.5);
    context.beginPath();
    context.arc(end.x, end.y, 3, 0, 7);
    context.fillStyle = token('select');
    context.fill();
  }
}

const tipSize = { height: 18, padding: 6, away: 10, lift: 14 }; // px at scale 1

function scaledTip(): typeof tipSize {
  const scale = uiScale();
  const { height, padding, away, lift } = tipSize;
  return {
    ...{ height: height * scale, padding: padding * scale },
    ...{ away: away * scale, lift: lift * scale },
  };
}

// The number of a mode and what it has, beside the curve.
function drawTip(plot: Plot, picture: CurvePicture, mode: number): void {
  const { context, width } = plot;
  const { box, reading, places } = picture.plot;
  const tip = scaledTip();
  const x = xOfMode(box, places.length, mode);
  const y = yOfShown(box, reading, picture.yours[mode - 1] ?? 0);
  if (picture.hover !== null && picture.hover !== picture.mode)
    drawMode(plot, picture, mode, faded('select', 0.3));
  caption(context);
  const text = picture.tip(mode);
  const wide = context.measureText(text).width + 2 * tip.padding;
  const left = x + tip.away + wide < width - 4 ? x + tip.away : x - tip.away - wide;
  const top = tipTop(box, y, tip);
  context.fillStyle = token('bg-4');
  context.beginPath();
  context.roundRect(left, top, wide, tip.height, 3);
  context.fill();
  context.fillStyle = token('text-1');
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + tip.padding, top + tip.height / 2 + 0.5);
}

// Below the curve where there is room, else above it.
function tipTop(box: Box, y: number, tip: typeof tipSize): number {
  const below = y + tip.lift;
  return below + tip.height <= box.bottom ? below : y - tip.lift - tip.height;
}
