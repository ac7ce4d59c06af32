// A small picture of what a preset does: a body that is led from one pose to the next, and what is
// left of its swing.
import type { SpectrumControls } from '../shot/poses';
import { curveAt, dampingRatio, frequencyFactor } from './curve';

const seconds = 6;
const arrival = 0.5; // s
const body = { hz: 4, place: 0 }; // a soft body's slowest swing
const tips = { hz: 24, place: 1, share: 0.12 };
const still = 0.02; // Hz: slower does not swing in so short a time

type Part = { hz: number; place: number };

function swingOf({ frequency, damping, stiffness }: SpectrumControls, { hz, place }: Part) {
  const own = hz * Math.sqrt(stiffness) * frequencyFactor(curveAt(frequency)(place));
  const ratio = dampingRatio(curveAt(damping)(place));
  return (t: number) =>
    own < still ? 0 : Math.exp(-ratio * 2 * Math.PI * own * t) * Math.sin(2 * Math.PI * own * t);
}

/** Heights from 0 (one pose) to 1 (the next), with the swing about it, evenly in time. */
export function presetSketch(controls: SpectrumControls, count = 120): number[] {
  const whole = swingOf(controls, body);
  const ends = swingOf(controls, tips);
  return Array.from({ length: count + 1 }, (_, k) => {
    const t = (k / count) * seconds;
    const s = Math.max(0, Math.min(1, t / (2 * arrival)));
    const path = s * s * (3 - 2 * s);
    const since = t - arrival;
    return since < 0 ? path : path + 0.4 * whole(since) + tips.share * ends(since);
  });
}

/** The same as the path of an SVG, `width` wide and `height` high. */
export function sketchPath(heights: readonly number[], width: number, height: number): string {
  const y = (value: number) => height - 2 - Math.max(-0.1, Math.min(1.6, value)) * (height / 1.9);
  return heights
    .map((value, k) => {
      const x = (k / (heights.length - 1)) * width;
      return `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y(value).toFixed(2)}`;
    })
    .join('');
}
