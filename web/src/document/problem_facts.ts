// Problems of an inspection, in order and in words.
import type { InspectedProblem, Inspection } from '../protocol/messages';
import type { Heat } from '../protocol/requests';
import { compact, lengthText, rangeText } from '../text/number_text';

const ranks = { error: 0, warning: 1, note: 2 };

/** Errors first, then by the first frame. */
export function sortedProblems(inspection: Inspection | null): InspectedProblem[] {
  return [...(inspection?.problems ?? [])].sort(
    (a, b) => ranks[a.severity] - ranks[b.severity] || firstFrame(a) - firstFrame(b),
  );
}

function firstFrame(problem: InspectedProblem): number {
  return problem.frames[0]?.[0] ?? problem.worst_frame;
}

/** "41 – 57", "12, 40 – 44", "5 ranges". */
export function framesText(frames: readonly [number, number][]): string {
  if (frames.length > 2) {
    return `${rangeText(frames[0][0], frames.at(-1)?.[1] ?? 0)}, ${frames.length} times`;
  }
  return frames.map(([first, last]) => rangeText(first, last)).join(', ');
}

/** The overlay that shows the problem on the body. */
export function heatOf(kind: InspectedProblem['kind']): Heat {
  switch (kind) {
    case 'penetration':
      return 'penetration';
    case 'miss':
    case 'contradiction':
      return 'handle_error';
    case 'strain':
    case 'inverted':
      return 'strain';
    case 'force':
    case 'brief':
      return 'edit_size';
  }
}

/** The problem after (1) or before (−1) the given one, around the ends. */
export function stepProblem(
  problems: readonly InspectedProblem[],
  key: string | null,
  direction: 1 | -1,
): InspectedProblem | undefined {
  if (problems.length === 0) return undefined;
  const here = problems.findIndex((problem) => problem.key === key);
  if (here < 0) return direction > 0 ? problems[0] : problems.at(-1);
  return problems[(here + direction + problems.length) % problems.length];
}

const tiny = 1e-4; // of forces and shares: nothing that a person would care for

/** A value in its unit, lengths in the one that suits them. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'm') return lengthText(value);
  if (Math.abs(value) < tiny) return unit === '' ? '0 %' : `0 ${unit}`;
  if (unit === '' || unit === '1') return `${compact(100 * value)} %`;
  return `${compact(value)} ${unit}`;
}

const checks: { kind: InspectedProblem['kind']; fine: string }[] = [
  { kind: 'penetration', fine: 'Nothing goes into obstacles' },
  { kind: 'miss', fine: 'All handles met' },
  { kind: 'contradiction', fine: 'No handles disagree' },
  { kind: 'strain', fine: 'No strain over the limit' },
  { kind: 'inverted', fine: 'No inverted tets' },
  { kind: 'force', fine: 'No force peaks' },
  { kind: 'brief', fine: 'No edit flashes by' },
];

/** What was checked and found to be in order. */
export function finePoints(inspection: Inspection | null): string[] {
  if (!inspection) return [];
  const found = new Set(inspection.problems.map((problem) => problem.kind));
  return checks.filter(({ kind }) => !found.has(kind)).map(({ fine }) => fine);
}

export type Worst = { value: number; frame: number };

export function worstOf(values: readonly (number | null)[]): Worst | null {
  return values.reduce<Worst | null>((worst, value, frame) => {
    return value !== null && (!worst || value > worst.value) ? { value, frame } : worst;
  }, null);
}
