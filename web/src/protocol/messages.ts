import { inspection } from './inspection';
import { posePreset, poseSource, spectrumShape } from '../shot/poses';
import {
  anyObject,
  list,
  nullable,
  number,
  object,
  oneOf,
  readable,
  ShapeError,
  text,
  truth,
  tuple,
  whole,
  type Check,
  type Checked,
} from '../json/shape';
import { layer } from '../shot/layer';
import { vec3 } from '../shot/shot';

export type { InspectedProblem } from './inspection';

// From the program (docs/protocol.md). Keys are spelled as on the wire.

export const protocolVersion = 1;

const fileKinds = ['folder', 'shot', 'mesh', 'cache', 'scene', 'edit', 'picture'] as const;

const color = tuple(number, 3);
const place = object(
  { file: text, name: text },
  { time: number, picture: text, edits: whole, ended: truth },
);
export type Place = Checked<typeof place>;

const problemBody = object(
  { severity: oneOf(['error', 'warning', 'note']), what: text },
  { where: text, expected: text, found: text, advice: text, about: text },
);

const scene = object(
  { name: text, blurb: text },
  { picture: text, vertices: whole, frames: whole },
);
export type SceneCard = Checked<typeof scene>;

const wishReport = object(
  { id: whole, miss: number },
  {
    missed_by: vec3,
    weight: number,
    miss_at_full_weight: number,
    stands_still: oneOf(['', 'pinned', 'region']),
    yielded: truth,
    hindered_by: nullable(object({ name: text, kind: text }, { frame: whole, vertex: whole })),
    contradicts: list(whole),
  },
);

const shapes = {
  welcome: object(
    {
      protocol: whole,
      version: text,
      scenes: list(scene),
      recent: list(place),
      recovery: list(place),
    },
    { folders: list(text), preferences: anyObject },
  ),
  opened: object(
    {
      name: text,
      vertices: whole,
      tets: whole,
      frames: whole,
      fps: number,
      size: number,
      center: vec3,
      pins: list(whole),
      view: object({ eye: vec3, target: vec3, fov: number }),
      color,
      source: object({ kind: text }, { file: text }),
      obstacles: list(text),
      props: list(object({ name: text, color })),
      render_surface: truth,
      modes: object({ count: whole, hz: list(number) }),
    },
    {
      file: text,
      start_frame: whole,
      contacts: whole,
      bodies: list(object({ name: text, first_vertex: whole, vertices: whole })),
      pose_presets: list(posePreset),
      recovered: object({ edits: whole }, { note: text }),
      notes: list(text),
    },
  ),
  document: object(
    {
      state: whole,
      name: text,
      changed: truth,
      layers: list(layer),
      history: list(object({ title: text, state: whole })),
      position: whole,
    },
    {
      ...{ file: text, undo: text, redo: text },
      ...{ source: text, frames: whole, poses: readable(poseSource) },
    },
  ),
  moved: object(
    {},
    {
      ...{ layer: whole, wish: whole, target: vec3, delta: whole, displacement: vec3 },
      ...{ poses: poseSource, frames: whole },
    },
  ),
  modes: object({ count: whole, hz: list(number) }),
  report: object(
    { layer: whole, wishes: list(wishReport) },
    {
      iterations: whole,
      stopped: oneOf(['converged', 'yielded', 'element_limit', 'iteration_limit']),
      contacts: whole,
      sites: whole,
      obstacle_rows: whole,
      penetration: number,
      obstacles: object({
        converged: truth,
        rows_unmet: whole,
        left_by_rows: number,
        guards: whole,
        inside: list(tuple(number, 2)), // frame, depth in m
      }),
      cost: number,
      solve_ms: number,
      warp_ms: number,
    },
  ),
  job: object(
    { job: whole, name: text, state: oneOf(['running', 'done', 'cancelled', 'failed']) },
    { step: text, fraction: number, left: number },
  ),
  problem: problemBody,
  inspection,
  saved: object(
    {},
    {
      file: text,
      exported: text,
      frames: whole,
      points: whole,
      morphs: number,
      morph_error: number,
      prim: text,
      samples: whole,
      changed_samples: whole,
      keeps_normals: truth,
    },
  ),
  closed: object({}),
  bye: object({}),
  done: object({}, { ids: list(whole), drag: whole, miss: number, notes: list(text) }),
  spectrum: spectrumShape,
  force: object({ layer: whole, per_frame: list(nullable(number)) }),
  contacts: object(
    { vertices: list(whole), points: list(vec3), normals: list(vec3) },
    { frame: whole, obstacles: list(whole) },
  ),
  outlook: object({
    name: text,
    up: text,
    unit: number,
    fps: number,
    start: number,
    frames: whole,
    vertices: whole,
    body: text,
    assumptions: list(text),
  }),
  files: object(
    {
      folder: text,
      entries: list(object({ name: text, kind: oneOf(fileKinds) })),
    },
    { parent: text },
  ),
} satisfies Record<string, Check<unknown>>;

type Shapes = typeof shapes;
export type MessageType = keyof Shapes;
export type Message<T extends MessageType> = { type: T; reply?: number } & Checked<Shapes[T]>;
export type ProgramMessage = { [T in MessageType]: Message<T> }[MessageType];

export type Welcome = Message<'welcome'>;
export type Opened = Message<'opened'>;
export type ShotDocument = Message<'document'>;
export type Report = Message<'report'>;
export type Job = Message<'job'>;
export type Problem = Message<'problem'>;
export type Inspection = Message<'inspection'>;
export type Contacts = Message<'contacts'>;
export type Files = Message<'files'>;
export type Outlook = Message<'outlook'>;
export type Spectrum = Message<'spectrum'>;

const envelope = object({ type: text }, { reply: whole });
const isType = (type: string): type is MessageType => Object.hasOwn(shapes, type);

/**
 * Throws ShapeError for what is no message of the program. `unknown` takes the places of keys that this
 * page does not know: `report.shine`, `document.layers[].shine`.
 */
export function readMessage(value: unknown, unknown: string[] = []): ProgramMessage {
  const { type, reply } = envelope(value, '');
  if (!isType(type)) throw new ShapeError('type', 'a known type', type);
  const { type: _type, reply: _reply, ...body } = anyObject(value, '');
  const found: string[] = [];
  const message = {
    type,
    ...shapes[type](body, type, found),
    ...(typeof reply === 'number' && { reply }),
  };
  unknown.push(...new Set(found.map((place) => place.replace(/\[\d+\]/g, '[]'))));
  return message as ProgramMessage; // of the shape that its type has
}

/** The number of the request that something unreadable answers; null where it answers none. */
export function replyOf(value: unknown): number | null {
  try {
    return envelope(value, '').reply ?? null;
  } catch {
    return null;
  }
}
