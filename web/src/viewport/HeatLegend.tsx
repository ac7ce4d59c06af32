import { createEffect, createSignal, For, onCleanup, Show } from 'solid-js';
import { useEditor } from '../document/editor';
import { streams } from '../document/vertices';
import type { Heat } from '../protocol/messages';
import { histogram } from './heat_scale';
import type { Stage } from './stage';

export const heatNames: Record<
  Exclude<Heat, 'none'>,
  { title: string; unit: 'length' | 'share' }
> = {
  edit_size: { title: 'Edit size', unit: 'length' },
  strain: { title: 'Strain', unit: 'share' },
  penetration: { title: 'Penetration', unit: 'length' },
  handle_error: { title: 'Handle error', unit: 'length' },
};

const bins = 36;

// Numbers of the scale in a unit that keeps them short.
export function heatTicks(
  scale: number,
  unit: 'length' | 'share',
): { unit: string; ticks: string[] } {
  const [factor, name] =
    unit === 'share'
      ? [100, '%']
      : scale < 0.01
        ? [1000, 'mm']
        : scale < 1
          ? [100, 'cm']
          : [1, 'm'];
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((t) => Number((t * scale * factor).toPrecision(3)));
  return { unit: name, ticks: ticks.map(String) };
}

// What the colours of the heat overlay stand for, with how many vertices have each.
export function HeatLegend(props: { stage: Stage }) {
  const { view, vertices } = useEditor();
  const [counts, setCounts] = createSignal<number[]>([]);
  const scale = () => view.heatScale ?? (props.stage.heatScale() || 1);
  const heat = () => (view.overlays.heat === 'none' ? null : heatNames[view.overlays.heat]);
  const count = () => {
    const values = vertices.frame(streams.edit)?.simulation.heat;
    setCounts(values ? histogram(values, scale(), bins) : []);
  };
  createEffect(() => {
    if (!heat()) return;
    count();
    const timer = setInterval(count, 200);
    onCleanup(() => clearInterval(timer));
  });
  const tallest = () => Math.log1p(Math.max(1, ...counts().slice(1)));
  return (
    <Show when={heat()}>
      {(shown) => (
        <div class="heat-legend">
          <header>
            <b>{shown().title}</b>
            <span class="mut">{heatTicks(scale(), shown().unit).unit}</span>
          </header>
          <div class="bars">
            <For each={counts()}>
              {(n) => <i style={{ height: `${Math.min(1, Math.log1p(n) / tallest()) * 100}%` }} />}
            </For>
          </div>
          <div class="ramp" />
          <div class="ticks">
            <For each={heatTicks(scale(), shown().unit).ticks}>{(tick) => <span>{tick}</span>}</For>
          </div>
        </div>
      )}
    </Show>
  );
}
