import { createReaction, onCleanup, onMount } from 'solid-js';

/** Draws, and again when what it read changes: once for all that changes before the screen does. */
export function createDrawing(draw: () => void): void {
  let waiting = 0;
  const whenItChanges = createReaction(() => {
    waiting = requestAnimationFrame(again);
  });
  const again = () => whenItChanges(draw);
  onMount(again);
  onCleanup(() => cancelAnimationFrame(waiting));
}
