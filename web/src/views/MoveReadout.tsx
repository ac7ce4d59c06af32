import { For, Show } from 'solid-js';
import type { Readout } from '../tools/readout';
import { length } from '../viewport/vec';

const offset = { right: 84, above: 36 }; // px from the handle

// Its right end left of the handle, inside of the view and below its head. It moves without a layout.
function placeOf({ x, y }: Readout): string {
  const right = Math.round(x - offset.right);
  const top = Math.round(Math.max(44, y - offset.above));
  return `translate(max(4px, ${right}px - 100%), ${top}px)`;
}

function signed(metres: number): string {
  return `${metres < 0 ? '−' : '+'}${Math.abs(metres).toFixed(3)}`;
}

// How far the active handle was taken from where the input has it, beside the handle.
export function MoveReadout(props: { readout: Readout | null }) {
  return (
    <Show when={props.readout}>
      {(readout) => (
        <div
          class="float readout"
          classList={{ typing: readout().typed !== '' }}
          style={{ transform: placeOf(readout()) }}
        >
          <u>moved</u>
          <span>{length(readout().moved).toFixed(3)} m</span>
          <For each={['x', 'y', 'z'] as const}>
            {(axis, k) => (
              <span classList={{ locked: readout().constraint.includes(axis) }}>
                <b class={`axis-${axis}`}>{axis.toUpperCase()}</b> {signed(readout().moved[k()])}
              </span>
            )}
          </For>
          <Show when={readout().typed}>
            <span class="typed">{readout().typed} m</span>
          </Show>
        </div>
      )}
    </Show>
  );
}
