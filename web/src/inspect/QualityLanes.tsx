import { createMemo, For, Show } from 'solid-js';
import { frameCount, setEditFrame } from '../document/commands';
import { useEditor } from '../document/editor';
import type { DockAxis } from '../timeline/dock_axis';
import { onGesture, onTimeMotion } from '../timeline/pointer';
import { WithHeads } from '../timeline/Heads';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { Ruler } from '../timeline/Ruler';
import { beginScrub } from '../timeline/scrub';
import { drawLanes, type QualityGraph } from './draw_lanes';
import { inspectionOf } from '../document/inspect_commands';
import { sortedProblems, valueText, worstOf } from '../document/problem_facts';

/** One lane for each measure of quality, with its limit, over all frames. */
export function QualityLanes(props: { dock: DockAxis; isLow: boolean }) {
  const editor = useEditor();
  const graphs = () => inspectionOf(editor)?.graphs ?? [];
  const scale = () => editor.view.uiScale;
  const laneHeight = () => Math.round((props.isLow ? 46 : 58) * scale());
  const rulerHeight = () => Math.round(26 * scale());
  return (
    <div class="tracks quality">
      <div class="track-heads">
        <div class="track-head first" style={{ height: `${rulerHeight()}px` }}>
          <b>Quality</b>
          <span class="mut">per frame</span>
        </div>
        <For each={graphs()}>{(graph) => <LaneHead graph={graph} height={laneHeight()} />}</For>
        <Show when={graphs().length === 0}>
          <p class="empty lane-empty">Each check over all frames is drawn here.</p>
        </Show>
      </div>
      <div class="track-plots">
        <Ruler dock={props.dock} height={rulerHeight()} />
        <Lanes dock={props.dock} graphs={graphs()} laneHeight={laneHeight()} />
      </div>
    </div>
  );
}

function LaneHead(props: { graph: QualityGraph; height: number }) {
  const editor = useEditor();
  const now = () => props.graph.per_frame[editor.view.editFrame] ?? null;
  const limit = () => props.graph.limit ?? null;
  const isBad = () => {
    const [value, most] = [now(), limit()];
    return value !== null && most !== null && value > most;
  };
  const worst = createMemo(() => worstOf(props.graph.per_frame));
  return (
    <button
      class="lane-head"
      style={{ height: `${props.height}px` }}
      title="To the worst frame"
      onClick={() => worst() && setEditFrame(editor, worst()!.frame)}
    >
      <span>
        <b>{props.graph.title}</b>
        <span class="value" classList={{ bad: isBad() }}>
          {valueText(now(), props.graph.unit)}
        </span>
      </span>
      <span class="cap">
        <span>{limit() === null ? 'no limit' : `≤ ${valueText(limit(), props.graph.unit)}`}</span>
        <Show when={worst()} fallback={<span>nothing</span>}>
          {(found) => (
            <span>
              worst {valueText(found().value, props.graph.unit)} at {found().frame}
            </span>
          )}
        </Show>
      </span>
    </button>
  );
}

function Lanes(props: { dock: DockAxis; graphs: QualityGraph[]; laneHeight: number }) {
  const editor = useEditor();
  const { view } = editor;
  const axis = () => props.dock.axis();
  const setup = (canvas: HTMLCanvasElement) => {
    onTimeMotion(canvas, props.dock);
    onGesture(canvas, (start) => beginScrub(editor, axis, start));
  };
  return (
    <WithHeads dock={props.dock}>
      <PlotCanvas
        label="Quality over time"
        height={Math.max(props.laneHeight, props.graphs.length * props.laneHeight)}
        setup={setup}
        draw={(plot) =>
          drawLanes(plot, {
            axis: axis(),
            frameCount: frameCount(editor),
            graphs: props.graphs,
            problems: sortedProblems(inspectionOf(editor)),
            shown: view.problem,
            laneHeight: props.laneHeight,
          })
        }
      />
    </WithHeads>
  );
}
