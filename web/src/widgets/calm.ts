import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';

const beat = 250; // ms: figures that change faster cannot be read

/**
 * What the source says, a few times a second at most; what it says last is always heard. All of them
 * change at the same beats, so that the page is laid out once for all.
 */
export function createCalm<T>(source: Accessor<T>): Accessor<T> {
  const [shown, setShown] = createSignal(source());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    setShown(() => source());
  };
  createEffect(
    on(
      source,
      () => {
        timer ??= setTimeout(show, beat - (performance.now() % beat));
      },
      { defer: true },
    ),
  );
  onCleanup(() => clearTimeout(timer));
  return shown;
}
