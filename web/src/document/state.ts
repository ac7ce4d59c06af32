import type {
  Inspection,
  Job,
  Opened,
  Problem,
  ProgramMessage,
  Report,
  ShotDocument,
  Welcome,
} from '../protocol/messages';
import { kindOf, type Layer } from '../shot/layer';
import type { ConnectionState } from '../protocol/worker_messages';

// What the program has told us. The program's `document` is the truth: tabs agree because each of
// them shows it and none changes it by itself.
export type ShotState = {
  connection: ConnectionState;
  connectionReason: string;
  welcome: Welcome | null;
  opened: Opened | null;
  document: ShotDocument | null;
  reports: Record<number, Report>; // by layer
  jobs: RunningJob[];
  problems: Told[]; // newest last
  inspection: Inspection | null;
  savedAt: number | null; // ms since 1970
  left: boolean; // the program said goodbye
};

export type Told = Problem & {
  key: number;
  copies?: string; // a path that a button takes along; such a note stays until it was read
};
export type RunningJob = Job & { since: number }; // ms since 1970

const keptProblems = 20;

export function initialShot(): ShotState {
  return {
    connection: 'connecting',
    connectionReason: '',
    welcome: null,
    opened: null,
    document: null,
    reports: {},
    jobs: [],
    problems: [],
    inspection: null,
    savedAt: null,
    left: false,
  };
}

const noShot = { opened: null, document: null, reports: {}, inspection: null, savedAt: null };

// The state after a message: only the keys that change.
export function afterMessage(
  shot: ShotState,
  message: ProgramMessage,
  now: number,
): Partial<ShotState> {
  switch (message.type) {
    case 'welcome':
      return { welcome: message, left: false };
    case 'opened':
      return { ...noShot, opened: message };
    case 'document':
      return { document: message, reports: reportsOf(shot.reports, message.layers) };
    case 'moved':
      return shot.document ? { document: withMove(shot.document, message) } : {};
    case 'modes':
      return shot.opened ? { opened: { ...shot.opened, modes: message } } : {};
    case 'report':
      return { reports: { ...shot.reports, [message.layer]: message } };
    case 'job':
      return { jobs: withJob(shot.jobs, message, now) };
    case 'problem':
      return asksByItself.has(message.about ?? '')
        ? {}
        : { problems: withProblem(shot.problems, message) };
    case 'inspection':
      return { inspection: message };
    case 'saved':
      return message.exported ? {} : { savedAt: now };
    case 'closed':
      return noShot;
    case 'bye':
      return { left: true };
    default:
      return {};
  }
}

// What the page asks for its graphs, without a person's act: an answer may come too late for a layer
// that was muted in the meantime. The graph is then empty.
const asksByItself = new Set(['force', 'amplitudes', 'spectrum', 'track', 'pose_shape']);

function reportsOf(reports: Record<number, Report>, layers: Layer[]): Record<number, Report> {
  const alive = new Set(layers.map((layer) => layer.id));
  return Object.fromEntries(Object.entries(reports).filter(([id]) => alive.has(Number(id))));
}

function withJob(jobs: RunningJob[], job: Job, now: number): RunningJob[] {
  const since = jobs.find((other) => other.job === job.job)?.since ?? now;
  const others = jobs.filter((other) => other.job !== job.job);
  if (job.state !== 'running') return others;
  return [...others, { ...job, since }].sort((a, b) => a.job - b.job);
}

const worthTelling = 300; // ms: what is over sooner needs no progress

export function lastingJobs(jobs: readonly RunningJob[], now: number): RunningJob[] {
  return jobs.filter(({ since }) => now - since >= worthTelling);
}

// What is said again takes the place of what was said before.
export function withProblem(problems: Told[], problem: Omit<Told, 'key'>): Told[] {
  const key = (problems.at(-1)?.key ?? 0) + 1;
  const others = problems.filter(
    ({ what, where }) => what !== problem.what || where !== problem.where,
  );
  return [...others, { ...problem, key }].slice(-keptProblems);
}

type Moved = Extract<ProgramMessage, { type: 'moved' }>;

export function withMove(document: ShotDocument, move: Moved): ShotDocument {
  if (move.poses) return { ...document, poses: move.poses, frames: move.frames ?? document.frames };
  const layers = document.layers.map((layer) =>
    layer.id === move.layer ? (kindOf(layer).marks?.afterMove(layer, move) ?? layer) : layer,
  );
  return { ...document, layers };
}
