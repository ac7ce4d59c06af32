import { createSignal, For, Match, Show, Switch } from 'solid-js';
import { useEditor } from '../document/editor';
import { Segments } from '../widgets/controls';
import type { DockAxis } from '../timeline/dock_axis';
import { ErrorGraph } from './ErrorGraph';
import { ForceGraph } from './ForceGraph';
import { ModeGraph } from './ModeGraph';
import { VertexGraph } from './VertexGraph';

const kinds = ['Vertex', 'Modes', 'Control force', 'Handle error'] as const;
export type GraphKind = (typeof kinds)[number];
export type AxisLetter = 'X' | 'Y' | 'Z';

export const smallestGraph = 72; // px at scale 1; below, only the tabs stay

/** Below the tracks, on their time axis. `height` 0: only the tabs. */
export function Graphs(props: { dock: DockAxis; height: number; onOpen: () => void }) {
  const [kind, setKind] = createSignal<GraphKind>('Vertex');
  const [letter, setLetter] = createSignal<AxisLetter>('Y');
  const choose = (next: GraphKind) => {
    setKind(next);
    if (props.height === 0) props.onOpen();
  };
  return (
    <div class="graphs">
      <div class="graph-tabs" role="tablist" aria-label="Graphs">
        <For each={kinds}>
          {(name) => (
            <button
              role="tab"
              aria-selected={kind() === name && props.height > 0}
              classList={{ on: kind() === name && props.height > 0 }}
              onClick={() => choose(name)}
            >
              {name}
            </button>
          )}
        </For>
        <span class="grow" />
        <Show when={props.height > 0}>
          <Legend kind={kind()} />
          <Show when={kind() === 'Vertex'}>
            <Segments
              label="Axis"
              value={letter()}
              choices={(['X', 'Y', 'Z'] as const).map((value) => ({ value, title: value }))}
              onChange={setLetter}
            />
          </Show>
        </Show>
      </div>
      <Show when={props.height > 0}>
        <div class="graph" style={{ height: `${props.height}px` }}>
          <Switch>
            <Match when={kind() === 'Vertex'}>
              <VertexGraph dock={props.dock} letter={letter()} />
            </Match>
            <Match when={kind() === 'Modes'}>
              <ModeGraph dock={props.dock} />
            </Match>
            <Match when={kind() === 'Control force'}>
              <ForceGraph dock={props.dock} />
            </Match>
            <Match when={kind() === 'Handle error'}>
              <ErrorGraph dock={props.dock} />
            </Match>
          </Switch>
        </div>
      </Show>
    </div>
  );
}

function Legend(props: { kind: GraphKind }) {
  const { view } = useEditor();
  return (
    <div class="legend">
      <Switch>
        <Match when={props.kind === 'Vertex'}>
          <span class="c-input">
            <i class="stroke" />
            Input
          </span>
          <span class="c-output">
            <i class="stroke" />
            Output
          </span>
          <span class="c-mut wide">
            <i class="block" />
            Control force
          </span>
        </Match>
        <Match when={props.kind === 'Modes'}>
          <span>
            0.01 %<i class="ramp" />
            largest
          </span>
          <Show when={view.mode !== null}>
            <span>mode {(view.mode ?? 0) + 1} swings on the right</span>
          </Show>
        </Match>
        <Match when={props.kind === 'Handle error'}>
          <span class="c-handle">
            <i class="mark" />
            Handle
          </span>
        </Match>
      </Switch>
    </div>
  );
}
