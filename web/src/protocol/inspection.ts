import {
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  tuple,
  whole,
  type Checked,
} from '../json/shape';
import { vec3 } from '../shot/shot';

// What a check of all frames finds (docs/protocol.md, `inspection`).

const inspected = object(
  {
    key: text,
    kind: oneOf(['penetration', 'miss', 'strain', 'inverted', 'force', 'contradiction', 'brief']),
    severity: oneOf(['error', 'warning', 'note']),
    title: text,
    text,
    frames: list(tuple(whole, 2)),
    worst_frame: whole,
  },
  {
    vertex: whole,
    value: number,
    unit: text,
    limit: number,
    layer: whole,
    wish: whole,
    fix: object({ title: text, effect: text }),
  },
);
export type InspectedProblem = Checked<typeof inspected>;

const graph = object(
  { key: text, title: text, unit: text, per_frame: list(nullable(number)) },
  { limit: number },
);
const contactSite = object(
  { obstacle: text, vertices: whole, frames: tuple(whole, 2) },
  { normal: vec3, kind: text, depth: number },
);

export const inspection = object(
  { state: whole, problems: list(inspected), graphs: list(graph), contacts: list(contactSite) },
  { range: tuple(whole, 2) },
);
