import { createReaction, onCleanup, onMount } from 'solid-js';
import { onNextFrame } from '../widgets/next_frame';

/** Draws, and again when what it read changes: once for all that changes before the screen does. */
export function createDrawing(draw: () => void): void {
  let forget: () => void = () => undefined;
  const whenItChanges = createReaction(() => {
    forget = onNextFrame(again);
  });
  const again = () => whenItChanges(draw);
  onMount(again);
  onCleanup(() => forget());
}
