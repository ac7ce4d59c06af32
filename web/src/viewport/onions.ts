import { streams } from '../document/vertices';
import type { Overlays } from '../document/view_state';

// Onion skins: the result some frames before and after the one under edit.

export const mostOnions = streams.before.length; // on either side
export const onionStreams: readonly number[] = [...streams.before, ...streams.after];

type Wanted = { stream: number; frame: number | null }; // null: no skin there

/** What each stream of a skin shows. Skins beyond the ends of the motion are left out. */
export function onionFrames(
  here: number,
  { onion, onionCount, onionStep }: Pick<Overlays, 'onion' | 'onionCount' | 'onionStep'>,
  frames: number,
): Wanted[] {
  const side = (list: readonly number[], direction: 1 | -1) =>
    list.map((stream, k) => {
      const frame = here + direction * (k + 1) * onionStep;
      const isThere = onion && k < onionCount && frame >= 0 && frame < frames;
      return { stream, frame: isThere ? frame : null };
    });
  return [...side(streams.before, -1), ...side(streams.after, 1)];
}
