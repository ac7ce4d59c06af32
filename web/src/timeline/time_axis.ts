// Frames to pixels. Ruler, tracks and graphs share one axis, so that what happens at one time
// stands in one column.

export type TimeAxis = {
  first: number; // frame at the left end of the plot, may be fractional
  last: number; // frame at its right end
  width: number; // of the plot with its padding, CSS px
  beside?: number; // px beside the outermost frames; absent: `padding`
};

export const padding = 14; // px beside the outermost frames
const closestFrames = 6; // zooming in stops at so many frames

function besideOf({ beside }: TimeAxis): number {
  return beside ?? padding;
}

function pixelsPerFrame(axis: TimeAxis): number {
  return Math.max(1, axis.width - 2 * besideOf(axis)) / Math.max(1e-6, axis.last - axis.first);
}

export function xOf(axis: TimeAxis, frame: number): number {
  return besideOf(axis) + (frame - axis.first) * pixelsPerFrame(axis);
}

export function frameAt(axis: TimeAxis, x: number): number {
  return axis.first + (x - besideOf(axis)) / pixelsPerFrame(axis);
}

/** The whole frame nearest to x, among those there are. */
export function wholeFrameAt(axis: TimeAxis, x: number, frameCount: number): number {
  return Math.min(frameCount - 1, Math.max(0, Math.round(frameAt(axis, x))));
}

export function wholeAxis(frameCount: number, width: number): TimeAxis {
  return { first: 0, last: Math.max(1, frameCount - 1), width };
}

/** Moved and shortened so that no more than the motion is seen. */
function within(axis: TimeAxis, frameCount: number): TimeAxis {
  const end = Math.max(1, frameCount - 1);
  const span = Math.min(end, Math.max(Math.min(end, closestFrames), axis.last - axis.first));
  const first = Math.min(end - span, Math.max(0, axis.first));
  return { ...axis, first, last: first + span };
}

/** Factor above 1 shows more frames; the frame under x stays where it is. */
export function zoomed(axis: TimeAxis, factor: number, x: number, frameCount: number): TimeAxis {
  const center = frameAt(axis, x);
  const end = Math.max(1, frameCount - 1);
  const span = (axis.last - axis.first) * factor;
  const bounded = Math.min(end, Math.max(Math.min(end, closestFrames), span));
  const share = bounded / (axis.last - axis.first);
  const first = center - (center - axis.first) * share;
  return within({ ...axis, first, last: first + bounded }, frameCount);
}

/** By so many pixels to the right, as a hand drags the paper. */
export function panned(axis: TimeAxis, pixels: number, frameCount: number): TimeAxis {
  const frames = -pixels / pixelsPerFrame(axis);
  return within({ ...axis, first: axis.first + frames, last: axis.last + frames }, frameCount);
}

const labelRoom = 62; // px between labelled ticks
const labelSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

export function labelStep(axis: TimeAxis): number {
  const needed = labelRoom / pixelsPerFrame(axis);
  return labelSteps.find((step) => step >= needed) ?? 10000;
}

export type Tick = { frame: number; rank: 'label' | 'half' | 'small' };

/** Ticks of the ruler from left to right: labelled ones, halves, and small ones where they fit. */
export function ticks(axis: TimeAxis): Tick[] {
  const step = labelStep(axis);
  const small = smallStep(axis, step);
  const from = Math.ceil((axis.first - 1e-9) / small);
  const to = Math.floor((axis.last + 1e-9) / small);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
    const frame = (from + i) * small;
    const rank = frame % step === 0 ? 'label' : (2 * frame) % step === 0 ? 'half' : 'small';
    return { frame, rank };
  });
}

function smallStep(axis: TimeAxis, step: number): number {
  const room = 5 / pixelsPerFrame(axis);
  const fractions = [10, 5, 2, 1].map((parts) => step / parts);
  return fractions.find((part) => Number.isInteger(part) && part >= room) ?? step;
}
