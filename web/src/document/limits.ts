// What a person finds too much: limits of their own in place of the program's, and what then is wrong.
import type { InspectedProblem, Inspection } from '../protocol/messages';
import { valueText } from './problem_facts';

export type Limits = Record<string, number>; // by the key of the graph, in its unit

type Graph = Inspection['graphs'][number];
type Kind = InspectedProblem['kind'];

const measured: Record<string, Kind> = {
  penetration: 'penetration',
  strain: 'strain',
  miss: 'miss',
};
const serious = 5; // times the limit: an error, not a warning; as the program judges

/** The inspection as it is under these limits. */
export function judged(inspection: Inspection, limits: Limits): Inspection {
  const graphs = inspection.graphs.map((graph) =>
    graph.key in limits ? { ...graph, limit: limits[graph.key] } : graph,
  );
  const changed = graphs.filter(({ key }) => key in limits && key in measured);
  const problems = changed.reduce(
    (found, graph) => judgedBy(found, graph, limits[graph.key]),
    inspection.problems,
  );
  return { ...inspection, graphs, problems };
}

function judgedBy(problems: InspectedProblem[], graph: Graph, limit: number): InspectedProblem[] {
  const kind = measured[graph.key];
  const over = (frame: number) => (graph.per_frame[frame] ?? 0) > limit;
  const kept = problems.flatMap((problem): InspectedProblem[] => {
    if (problem.kind !== kind) return [problem];
    const frames = problem.frames.flatMap(([first, last]) => ranges(first, last, over));
    const value = problem.value ?? 0;
    if (value <= limit || frames.length === 0) return [];
    const severity = problem.severity === 'note' ? 'note' : severityOf(value, limit);
    return [{ ...problem, frames, limit, severity }];
  });
  const own = kept.filter((problem) => problem.kind === kind);
  const isTold = (frame: number) =>
    own.some(({ frames }) => frames.some(([first, last]) => frame >= first && frame <= last));
  const untold = ranges(0, graph.per_frame.length - 1, (frame) => over(frame) && !isTold(frame));
  return untold.length > 0 ? [...kept, beyond(graph, kind, limit, untold)] : kept;
}

const severityOf = (value: number, limit: number) =>
  value > serious * limit ? ('error' as const) : ('warning' as const);

// What only the person's limit calls a problem.
function beyond(graph: Graph, kind: Kind, limit: number, frames: [number, number][]) {
  const inside = frames.flatMap(([first, last]) =>
    graph.per_frame
      .slice(first, last + 1)
      .map((value, k) => ({ value: value ?? 0, at: first + k })),
  );
  const worst = inside.reduce((most, one) => (one.value > most.value ? one : most));
  return {
    key: `limit ${graph.key}`,
    kind,
    severity: severityOf(worst.value, limit),
    title: `${graph.title} over ${valueText(limit, graph.unit)}`,
    text: `Up to ${valueText(worst.value, graph.unit)}, at frame ${worst.at}. This is beyond your limit.`,
    frames,
    worst_frame: worst.at,
    value: worst.value,
    unit: graph.unit,
    limit,
    fix: null,
  } satisfies InspectedProblem;
}

// Frames from first to last that fulfil a condition, consecutive ones merged.
function ranges(
  first: number,
  last: number,
  holds: (frame: number) => boolean,
): [number, number][] {
  const found: [number, number][] = [];
  for (let frame = first; frame <= last; frame++) {
    if (!holds(frame)) continue;
    const open = found.at(-1);
    if (open?.[1] === frame - 1) open[1] = frame;
    else found.push([frame, frame]);
  }
  return found;
}
