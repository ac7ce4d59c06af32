// A layer of plain displacements that come and go.
import * as is from '../../json/shape';
import { tips } from '../../text/tips';
import { clamp } from '../frames';
import type { Bar, BarHand, Field, LayerKind, Mark, Marks } from '../layer_kind';
import {
  delta,
  easing,
  envelope,
  headFields,
  headOptions,
  type Delta,
  type Envelope,
} from '../shot';
import { envelopeAt } from '../weight_curve';

const spaces = is.oneOf(['world', 'local']);
const check = is.object(
  { ...headFields, kind: is.oneOf(['blend']), envelope, space: spaces, deltas: is.list(delta) },
  headOptions,
);
export type BlendLayer = is.Checked<typeof check>;

declare module '../edits' {
  interface LayerEdits {
    blend:
      | { edit: 'change_blend'; layer: number; envelope: Envelope; space: BlendLayer['space'] }
      | { edit: 'add_delta'; layer: number; index: number; delta: NewDelta }
      | { edit: 'change_delta'; layer: number; delta: Delta; drag: number }
      | { edit: 'remove_delta'; layer: number; delta: number };
  }
}

const isDelta = (mark: Mark): mark is Delta => 'displacement' in mark;

const withDelta = (layer: BlendLayer, id: number, change: Partial<Delta>): BlendLayer => ({
  ...layer,
  deltas: layer.deltas.map((old) => (old.id === id ? { ...old, ...change } : old)),
});

const marks: Marks<BlendLayer> = {
  of: ({ deltas }) => deltas,
  add: ({ id, deltas }, { target: _target, ...mark }) => ({
    ...{ edit: 'add_delta', layer: id, index: deltas.length },
    delta: { ...mark, displacement: [0, 0, 0] },
  }),
  change: ({ id }, mark) => {
    if (!isDelta(mark)) throw new TypeError(`mark ${mark.id} of layer ${id} is no displacement`);
    return { edit: 'change_delta', layer: id, delta: mark, drag: 0 };
  },
  remove: ({ id }, mark) => ({ edit: 'remove_delta', layer: id, delta: mark }),
  start: ({ deltas }, id) => deltas.find((one) => one.id === id)?.displacement ?? [0, 0, 0],
  move: ({ id, deltas }, mark, displacement, drag) => {
    const old = deltas.find((one) => one.id === mark);
    return old && { edit: 'change_delta', layer: id, delta: { ...old, displacement }, drag };
  },
  afterMove: (layer, { delta, displacement }) =>
    delta && displacement ? withDelta(layer, delta, { displacement }) : layer,
  atFrame: (layer, id, frame, frameCount) =>
    withDelta(layer, id, { frame: clamp(frame, 0, frameCount - 1) }),
};

const withEnvelope = (layer: BlendLayer, part: Partial<Envelope>): BlendLayer => ({
  ...layer,
  envelope: { ...layer.envelope, ...part },
});

const change = ({ id, envelope, space }: BlendLayer) =>
  ({ edit: 'change_blend', layer: id, envelope, space }) as const;

const hand: BarHand<BlendLayer> = {
  top: ({ envelope }) => envelope.hold,
  withGrip(layer, grip, frame, frameCount) {
    const { hold, ease_in, ease_out } = layer.envelope;
    const [first, last] = hold;
    const [begin, end] = [first - ease_in, last + ease_out];
    switch (grip) {
      case 'first':
        return withEnvelope(layer, { ease_in: clamp(first - frame, 0, first) });
      case 'last':
        return withEnvelope(layer, { ease_out: clamp(frame - last, 0, frameCount - 1 - last) });
      case 'ease_in': {
        const from = clamp(frame, Math.max(0, begin), last);
        return withEnvelope(layer, { hold: [from, last], ease_in: from - begin });
      }
      case 'ease_out': {
        const to = clamp(frame, first, Math.min(end, frameCount - 1));
        return withEnvelope(layer, { hold: [first, to], ease_out: end - to });
      }
    }
  },
  movedBy(layer, frames) {
    const [first, last] = layer.envelope.hold;
    return withEnvelope(layer, { hold: [first + frames, last + frames] });
  },
  eases: ({ envelope: { ease_in, ease_out } }) => ({ start: ease_in, end: ease_out }),
  withEases: (layer, { start, end }) => withEnvelope(layer, { ease_in: start, ease_out: end }),
  automatic: null,
  edit: change,
};

// So many frames of its easing do something; at the outermost one it is nothing.
const bar: Bar<BlendLayer> = {
  affected: ({ envelope: { hold, ease_in, ease_out } }, frameCount) => ({
    first: Math.max(0, hold[0] - Math.max(0, ease_in - 1)),
    last: Math.min(frameCount - 1, hold[1] + Math.max(0, ease_out - 1)),
  }),
  range: ({ envelope: { hold, ease_in, ease_out } }, frameCount) => ({
    first: Math.max(0, hold[0] - Math.max(0, ease_in)),
    last: Math.min(frameCount - 1, hold[1] + Math.max(0, ease_out)),
  }),
  presence:
    ({ envelope }) =>
    (frame) =>
      envelopeAt(envelope, frame),
  hand,
};

const fields: Field<BlendLayer>[] = [
  {
    row: 'choice',
    ...{ label: 'Space', tip: tips.space },
    choices: { world: 'World', local: 'Local' },
    value: ({ space }) => space,
    edit: (layer, value) => change({ ...layer, space: spaces(value, 'space') }),
  },
  {
    row: 'choice',
    ...{ label: 'Easing', tip: tips.ease },
    choices: { smooth: 'Smooth', linear: 'Linear' },
    value: ({ envelope }) => envelope.easing,
    edit: (layer, value) => change(withEnvelope(layer, { easing: easing(value, 'easing') })),
  },
];

const freshEase = 12; // frames

export const blend: LayerKind<BlendLayer> = {
  kind: 'blend',
  check,
  method: 'Blend: as drawn',
  adding: {
    title: 'Blend: plain displacements',
    command: 'Add a layer: plain displacements',
    keys: { blender: '', maya: '' },
    content: (name, frame) => ({
      ...{ kind: 'blend', name, space: 'local' },
      envelope: { hold: [frame, frame], ease_in: freshEase, ease_out: freshEase, easing: 'smooth' },
    }),
  },
  holdsWishes: false,
  isSolved: false,
  marks,
  bar,
  fields,
};
