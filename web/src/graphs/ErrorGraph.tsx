import { createMemo, Show } from 'solid-js';
import { layersOf, selectWishes, setEditFrame } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { handleName, isMissed, wishReport } from '../document/handle_facts';
import { lengthText } from '../text/number_text';
import { wishesOf } from '../shot/layer';
import type { DockAxis } from '../timeline/dock_axis';
import type { Plot } from '../timeline/plot';
import type { Spot } from '../timeline/pointer';
import { xOf } from '../timeline/time_axis';
import { drawStems, drawValueTicks } from './draw_graphs';
import { TimeGraph } from './TimeGraph';
import { valueRange, type ValueAxis } from './value_axis';

type Stem = { layer: number; id: number; name: string; frame: number; value: number; bad: boolean };

function errorStems(editor: Editor): Stem[] {
  const size = editor.shot.opened?.size ?? 1;
  return layersOf(editor).flatMap((layer) => {
    return wishesOf(layer).flatMap((wish) => {
      const entry = wishReport(editor.shot.reports[layer.id], wish.id);
      if (!entry) return [];
      const { id, frame } = wish;
      const bad = isMissed(entry, wish, size);
      return [
        {
          layer: layer.id,
          id,
          name: handleName(wish, editor.shot.opened?.bodies),
          frame,
          value: entry.miss,
          bad,
        },
      ];
    });
  });
}

/** How far each handle is from its target. */
export function ErrorGraph(props: { dock: DockAxis }) {
  const editor = useEditor();
  const stems = createMemo(() => errorStems(editor));
  const worst = () => stems().reduce((a, b) => (b.value > a.value ? b : a), stems()[0]);
  const draw = (plot: Plot) => {
    const high = Math.max(1e-5, valueRange([[0, ...stems().map((stem) => stem.value)]]).high);
    const axis: ValueAxis = { low: 0, high, top: 12, bottom: plot.height - 6 };
    drawValueTicks(plot, axis, high > 0.1 ? 'm' : 'mm', high > 0.1 ? 1 : 1e3);
    drawStems(plot, props.dock.axis(), stems(), axis);
  };
  const click = (spot: Spot) => {
    const stem = stems().find(({ frame }) => Math.abs(xOf(props.dock.axis(), frame) - spot.x) < 6);
    if (!stem) return false;
    selectWishes(editor, stem.layer, [stem.id]);
    setEditFrame(editor, stem.frame);
    return true;
  };
  return (
    <TimeGraph
      dock={props.dock}
      label="Error of each handle"
      draw={draw}
      onClick={click}
      facts={
        <Show
          when={worst()}
          fallback={<p class="empty">No handles yet. Click a point on the body to add one.</p>}
        >
          {(stem) => (
            <>
              <span class="fact-title">
                <b>{stems().length === 1 ? '1 handle' : `${stems().length} handles`}</b>
              </span>
              <span class="mut">
                worst {lengthText(stem().value)}, {stem().name}
              </span>
            </>
          )}
        </Show>
      }
    />
  );
}
