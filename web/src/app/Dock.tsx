import { Match, Switch } from 'solid-js';
import { createPageSize } from '../widgets/page_size';
import { useEditor } from '../document/editor';
import { Graphs, smallestGraph } from '../graphs/Graphs';
import { QualityLanes } from '../inspect/QualityLanes';
import { PoseLane } from '../poses/PoseLane';
import { TrackGraph } from '../poses/TrackGraph';
import { createDockAxis } from '../timeline/dock_axis';
import { Tracks } from '../timeline/Tracks';
import { Transport } from '../timeline/Transport';

/** Below the views: everything in it shares one time axis. */
export function Dock() {
  const editor = useEditor();
  const { view } = editor;
  const dock = createDockAxis(editor);
  const page = createPageSize();
  const isLow = () => page().height <= 900;
  const usualHeight = () => {
    const [low, high] = view.workspace === 'poses' ? [84, 118] : [92, 148];
    return (isLow() ? low : high) * view.uiScale;
  };
  const graphHeight = () =>
    view.panels.graph === 0 ? usualHeight() : Math.max(0, view.panels.graph);
  return (
    <div class="dock">
      <Transport />
      <Switch>
        <Match when={view.workspace === 'inspect'}>
          <QualityLanes dock={dock} isLow={isLow()} />
        </Match>
        <Match when={view.workspace === 'poses'}>
          <PoseLane
            dock={dock}
            height={Math.round((isLow() ? 122 : 152) * view.uiScale)}
            scale={view.uiScale}
          />
          <GraphSplit height={graphHeight()} usual={usualHeight()} />
          <div class="graph" style={{ height: `${graphHeight()}px` }}>
            <TrackGraph dock={dock} />
          </div>
        </Match>
        <Match when={view.workspace === 'edit'}>
          <div class="track-area">
            <Tracks
              dock={dock}
              trackHeight={Math.round((isLow() ? 26 : 28) * view.uiScale)}
              scale={view.uiScale}
            />
          </div>
          <GraphSplit height={graphHeight()} usual={usualHeight()} />
          <Graphs
            dock={dock}
            height={graphHeight()}
            onOpen={() => editor.setView('panels', 'graph', 0)}
          />
        </Match>
      </Switch>
    </div>
  );
}

const closed = -1; // of panels.graph: the graph is only its tab

/** Drags the height of the graph; below its smallest it becomes a tab. Double click restores. */
function GraphSplit(props: { height: number; usual: number }) {
  const editor = useEditor();
  const set = (height: number) => {
    const smallest = smallestGraph * editor.view.uiScale;
    editor.setView(
      'panels',
      'graph',
      height < smallest ? closed : Math.min(height, 0.6 * window.innerHeight),
    );
  };
  const grab = (down: PointerEvent) => {
    const bar = down.currentTarget as HTMLElement;
    const start = props.height;
    bar.setPointerCapture(down.pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    bar.addEventListener('pointermove', (event) => set(start + down.clientY - event.clientY), {
      signal,
    });
    bar.addEventListener('pointerup', () => ended.abort(), { signal });
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: 12, ArrowDown: -12 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(props.height + step);
  };
  return (
    <div
      class="split-bar"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the graph"
      aria-valuenow={props.height}
      tabIndex={0}
      onPointerDown={grab}
      onDblClick={() => editor.setView('panels', 'graph', 0)}
      onKeyDown={onKey}
    />
  );
}
