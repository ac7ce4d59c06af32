// What this page cannot read: a layer of another kind, or one that says what the page does not know.
// It is shown and can be muted, named, moved and taken away; what is in it stays as it is.
import * as is from '../../json/shape';
import type { Bar, LayerKind } from '../layer_kind';
import { weightCurve, type LayerHead } from '../shot';

export const unknownKind = 'unknown';

export type UnknownLayer = LayerHead & {
  kind: typeof unknownKind;
  told: string; // the kind as the program calls it
  trouble: string; // what the page does not know of it
};

/** By which every layer is known, whatever else it says. */
export const identity = is.object({ id: is.whole, kind: is.text });

// Of the rest of its head what can be read.
const head = is.object(
  {},
  {
    name: is.readable(is.text),
    muted: is.readable(is.truth),
    solo: is.readable(is.truth),
    weight: is.readable(weightCurve),
  },
);

/** `trouble`: where, what was expected and what was found. */
export function unknownLayer(value: unknown, where: string, trouble: string): UnknownLayer {
  const { id, kind: told } = identity(value, where);
  const { name, muted, solo, ...rest } = head(value, where);
  return {
    ...{ ...rest, id, kind: unknownKind, told, trouble },
    ...{ name: name ?? `Layer ${id}`, muted: muted ?? false, solo: solo ?? false },
  };
}

const check: is.Check<UnknownLayer> = (value, where) =>
  unknownLayer(value, where, 'an unknown kind');

const whole = (_: UnknownLayer, frameCount: number) => ({ first: 0, last: frameCount - 1 });
const bar: Bar<UnknownLayer> = {
  affected: whole,
  range: whole,
  presence: () => () => 1,
  hand: null,
};

export const unknown: LayerKind<UnknownLayer> = {
  kind: unknownKind,
  check,
  method: 'Unknown to this page',
  adding: null,
  holdsWishes: false,
  isSolved: false,
  marks: null,
  bar,
  fields: [],
};
