// What the graphs ask the program for, again whenever the document or what is picked changes.
import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';
import { layersOf, mainVertex, selectedLayer } from '../document/commands';
import type { Editor } from '../document/editor';
import { isSolved, markIn, wishesOf } from '../shot/layer';
import type { What } from '../protocol/requests';
import { activeLayers } from '../timeline/layer_shape';

/** Places of one point at all frames: x, y, z a frame. */
export type Trail = Float32Array;
/** Amplitudes a frame at a time. */
export type Amplitudes = { modes: number; frames: number; values: Float32Array };

const pause = 120; // ms between two questions while a hand drags

/**
 * The answer to the newest question, asked again at most every `pause` ms. Nothing while `key` is
 * null; the old answer stays until the new one is there.
 */
export function createAnswer<K, T>(
  key: Accessor<K | null>,
  ask: (key: K) => Promise<T | null>,
): Accessor<T | null> {
  const [answer, setAnswer] = createSignal<T | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: K | null = null;
  let asked = 0;
  let last = -Infinity;
  const put = () => {
    timer = undefined;
    if (newest === null) return;
    last = performance.now();
    const number = ++asked;
    ask(newest).then(
      (value) => number === asked && setAnswer(() => value),
      () => number === asked && setAnswer(null),
    );
  };
  createEffect(
    on(key, (wanted) => {
      newest = wanted;
      if (wanted === null) {
        asked++;
        setAnswer(null);
        return;
      }
      timer ??= setTimeout(put, Math.max(0, last + pause - performance.now()));
    }),
  );
  onCleanup(() => {
    clearTimeout(timer);
    asked++;
  });
  return answer;
}

// Changes with every edit, also inside of a drag.
function revision(editor: Editor): string {
  const { selection } = editor.view;
  const layer = layersOf(editor).find(({ id }) => id === selection.layer);
  const active = markIn(layer, selection.wishes.at(-1));
  const place =
    active &&
    ('target' in active ? active.target : 'displacement' in active && active.displacement);
  return `${editor.shot.document?.state} ${place ? [...place].join(' ') : ''}`;
}

export type PickedPoint = { vertices: number[]; weights: number[]; name: string };

/** The selected handle's point, else the picked vertex. */
export function pickedPoint(editor: Editor): PickedPoint | null {
  const { selection } = editor.view;
  if (selection.vertex === null) return null;
  const layer = selectedLayer(editor);
  const active = markIn(layer, selection.wishes.at(-1));
  const isHere = active && mainVertex(active) === selection.vertex;
  return { vertices: [selection.vertex], weights: [1], name: (isHere && active.name) || 'Vertex' };
}

export function createTrail(editor: Editor, what: What): Accessor<Trail | null> {
  const key = () => {
    const point = pickedPoint(editor);
    if (!point) return null;
    const moves = what === 'input' ? 'input' : revision(editor);
    return `${point.vertices.join()} ${editor.shot.opened?.name} ${moves}`;
  };
  return createAnswer(key, async () => {
    const point = pickedPoint(editor);
    if (!point) return null;
    const { vertices, weights } = point;
    const answer = await editor.link.ask({ type: 'trail', vertices, weights, what });
    return answer.numbers;
  });
}

/** Of forces on mass-normalized modes. */
export const forceUnit = 'N/√kg';

export function createForce(editor: Editor): Accessor<(number | null)[] | null> {
  return createAnswer(
    () => solvedKey(editor),
    async () => {
      const layer = selectedLayer(editor);
      if (!isSolved(layer)) return null;
      const answer = await editor.link.ask({ type: 'force', layer: layer.id });
      return answer.per_frame;
    },
  );
}

export function createAmplitudes(editor: Editor): Accessor<Amplitudes | null> {
  return createAnswer(
    () => solvedKey(editor),
    async () => {
      const layer = selectedLayer(editor);
      if (!isSolved(layer)) return null;
      const { header, numbers } = await editor.link.ask({
        type: 'amplitudes',
        layer: layer.id,
      });
      return { modes: header.rows, frames: header.count, values: numbers };
    },
  );
}

// A layer that is muted, or has nothing to wish for, has no force and no modes.
function solvedKey(editor: Editor): string | null {
  const layer = selectedLayer(editor);
  if (!isSolved(layer) || wishesOf(layer).every(({ enabled }) => enabled === false)) return null;
  const counts = activeLayers(layersOf(editor)).some(({ id }) => id === layer.id);
  return counts ? `${layer.id} ${revision(editor)}` : null;
}
