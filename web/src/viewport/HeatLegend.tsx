import { createEffect, createSignal, For, onCleanup, Show } from 'solid-js';
import { vertexTitle } from '../document/bodies';
import { useEditor } from '../document/editor';
import { streams } from '../document/vertices';
import { heatNames, heatText, heatTicks } from './heat_names';
import { histogram } from './heat_scale';
import type { Stage } from './stage';

const bins = 36;

// What the colours of the heat overlay stand for, with how many vertices have each.
export function HeatLegend(props: { stage: Stage }) {
  const { view, shot, vertices } = useEditor();
  const [counts, setCounts] = createSignal<number[]>([]);
  const scale = () => view.heatScale ?? (props.stage.heatScale() || 1);
  const heat = () => (view.overlays.heat === 'none' ? null : heatNames[view.overlays.heat]);
  const [picked, setPicked] = createSignal<number | undefined>();
  const count = () => {
    const values = vertices.frame(streams.edit)?.simulation.heat;
    setCounts(values ? histogram(values, scale(), bins) : []);
    setPicked(values?.[view.selection.vertex ?? -1]);
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
          <Show when={picked() !== undefined}>
            <div class="read">
              {vertexTitle(shot.opened?.bodies, view.selection.vertex ?? 0)}:{' '}
              {heatText(picked()!, scale(), shown().unit)}
            </div>
          </Show>
        </div>
      )}
    </Show>
  );
}
