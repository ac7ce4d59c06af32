import { Show } from 'solid-js';
import { icons, type IconName } from './icon_paths';

export function Icon(props: { name: IconName; size?: number }) {
  const drawing = () => icons[props.name] as { stroke?: string; fill?: string };
  const side = () => `calc(${props.size ?? 16}px * var(--ui-scale))`;
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      style={{ width: side(), height: side() }}
      aria-hidden="true"
    >
      <Show when={drawing().stroke}>{(d) => <path class="stroke" d={d()} />}</Show>
      <Show when={drawing().fill}>{(d) => <path class="solid" d={d()} />}</Show>
    </svg>
  );
}
