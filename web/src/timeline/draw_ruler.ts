// The ruler above the tracks: ticks, the range that plays, and the frame under edit.
import { caption, crisp, line, token, type Plot } from './plot';
import { labelStep, ticks, xOf, type TimeAxis } from './time_axis';

export type RulerPicture = {
  axis: TimeAxis;
  range: [number, number];
  editFrame: number;
  label: (frame: number) => string;
};

export function drawRuler(plot: Plot, picture: RulerPicture): void {
  const { context, width, height } = plot;
  const { axis, range } = picture;
  context.fillStyle = token('bg-1');
  context.fillRect(0, 0, width, height);
  const [from, to] = range.map((frame) => xOf(axis, frame));
  context.fillStyle = token('bg-3');
  context.fillRect(from, 0, to - from, height);
  for (const x of [from, to]) line(plot, x, 0, x, height, token('text-3'), 1.5);
  drawTicks(plot, picture);
  drawFlag(plot, xOf(axis, picture.editFrame), picture.label(picture.editFrame));
}

const flagRoom = 34; // px beside the flag that stay without labels

function drawTicks(plot: Plot, { axis, editFrame, label }: RulerPicture): void {
  const { context, height } = plot;
  const flag = xOf(axis, editFrame);
  caption(context);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const { frame, rank } of ticks(axis)) {
    const x = xOf(axis, frame);
    const length = rank === 'label' ? 7 : rank === 'half' ? 5 : 3;
    line(
      plot,
      crisp(x),
      height - length,
      crisp(x),
      height,
      token(rank === 'label' ? 'text-3' : 'line-2'),
    );
    if (rank !== 'label' || Math.abs(x - flag) < flagRoom) continue;
    context.fillStyle = token('text-3');
    context.fillText(label(frame), x, height - 11);
  }
}

function drawFlag(plot: Plot, x: number, text: string): void {
  const { context, height } = plot;
  caption(context, 600);
  const width = context.measureText(text).width + 12;
  line(plot, crisp(x), 12, crisp(x), height, token('select'), 1.25);
  context.fillStyle = token('select');
  context.beginPath();
  context.roundRect(x - width / 2, 2, width, height - 9, 3);
  context.fill();
  context.fillStyle = token('text-inv');
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, 2 + (height - 9) / 2 + 0.5);
}

/** Labels in frames, or in seconds with as many decimals as the step needs. */
export function rulerLabel(
  unit: 'frames' | 'seconds',
  fps: number,
  axis: TimeAxis,
): (frame: number) => string {
  if (unit === 'frames') return String;
  const decimals = labelStep(axis) / fps >= 1 ? 1 : 2;
  return (frame) => (frame / fps).toFixed(decimals);
}
