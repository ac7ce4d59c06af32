// A kind of layer that only tests have: wishes met by springs, over a window.
import * as is from '../../src/json/shape';
import type { Bar, LayerKind } from '../../src/shot/layer_kind';
import { clamp } from '../../src/shot/frames';
import { wishMarks } from '../../src/shot/layers/wish_marks';
import { headFields, headOptions, wish } from '../../src/shot/shot';

const check = is.object(
  {
    ...{ ...headFields, kind: is.oneOf(['springs']), wishes: is.list(wish) },
    ...{ window: is.tuple(is.whole, 2), stiffness: is.number, along: is.oneOf(['body', 'world']) },
  },
  headOptions,
);
export type SpringLayer = is.Checked<typeof check>;

type ChangeSprings = { edit: 'change_springs'; layer: number } & Partial<
  Pick<SpringLayer, 'window' | 'stiffness' | 'along'>
>;
declare module '../../src/shot/edits' {
  interface LayerEdits {
    springs: ChangeSprings;
  }
}

const change = ({ id }: SpringLayer, part: Omit<ChangeSprings, 'edit' | 'layer'>) =>
  ({ edit: 'change_springs', layer: id, ...part }) satisfies ChangeSprings;

const range = ({ window: [first, last] }: SpringLayer) => ({ first, last });

const bar: Bar<SpringLayer> = {
  affected: range,
  range,
  presence:
    ({ window: [first, last] }) =>
    (frame) =>
      frame >= first && frame <= last ? 1 : 0,
  hand: {
    top: ({ window }) => window,
    withGrip(layer, grip, frame, frameCount) {
      const [first, last] = layer.window;
      if (grip === 'first') return { ...layer, window: [clamp(frame, 0, last), last] };
      if (grip === 'last')
        return { ...layer, window: [first, clamp(frame, first, frameCount - 1)] };
      return layer;
    },
    movedBy: (layer, by) => ({ ...layer, window: [layer.window[0] + by, layer.window[1] + by] }),
    eases: () => ({ start: 0, end: 0 }),
    withEases: (layer) => layer,
    automatic: null,
    edit: (layer) => change(layer, { window: layer.window }),
  },
};

export const springs: LayerKind<SpringLayer> = {
  kind: 'springs',
  check,
  method: 'Springs: by a bounce',
  adding: {
    title: 'Springs: they bounce',
    command: 'Add a layer: springs',
    keys: { blender: 'Shift J', maya: '' },
    content: (name, frame) => ({
      ...{ kind: 'springs', name },
      ...{ window: [frame, frame + 10], stiffness: 1, along: 'body' },
    }),
  },
  holdsWishes: true,
  isSolved: false,
  marks: wishMarks((layer, frame) => clamp(frame, layer.window[0], layer.window[1])),
  bar,
  fields: [
    {
      row: 'number',
      ...{ label: 'Stiffness', tip: 'How hard they pull.', soft: [0, 4], step: 0.01 },
      measure: { dimension: 'count', unit: '', decimals: 2, min: 0 },
      value: ({ stiffness }) => stiffness,
      edit: (layer, stiffness) => change(layer, { stiffness }),
    },
    {
      row: 'choice',
      ...{ label: 'Along', tip: 'What they turn with.' },
      choices: { body: 'Body', world: 'World' },
      value: ({ along }) => along,
      edit: (layer, along) => change(layer, { along: along === 'body' ? 'body' : 'world' }),
    },
  ],
};
