import { Show } from 'solid-js';
import { frameCount, selectedLayer } from '../document/commands';
import { useEditor } from '../document/editor';
import { isSolved } from '../shot/layer';
import type { DockAxis } from '../timeline/dock_axis';
import type { Plot } from '../timeline/plot';
import { drawBars, drawValueTicks, peak, peakText, seenFrames } from './draw_graphs';
import { createForce, forceUnit } from './graph_data';
import { TimeGraph } from './TimeGraph';
import { valueRange, type ValueAxis } from './value_axis';

/** The force that a puppeteer would need at each frame to bring the edit about. */
export function ForceGraph(props: { dock: DockAxis }) {
  const editor = useEditor();
  const force = createForce(editor);
  const draw = (plot: Plot) => {
    const values = force();
    if (!values) return;
    const { high } = valueRange([values]);
    const axis: ValueAxis = { low: 0, high, top: 10, bottom: plot.height - 4 };
    const worst = peak(values)?.frame;
    drawBars(
      plot,
      seenFrames(props.dock.axis(), frameCount(editor), plot),
      values,
      axis,
      (frame) => frame === worst,
    );
    drawValueTicks(plot, axis, forceUnit);
  };
  return (
    <TimeGraph
      dock={props.dock}
      label="Control force at each frame"
      draw={draw}
      facts={
        <Show
          when={isSolved(selectedLayer(editor)) && force()}
          fallback={
            <p class="empty">
              Plain displacements need no force. Pick a layer answered by the material.
            </p>
          }
        >
          {(values) => (
            <>
              <span class="fact-title">
                <b>Control force</b>
              </span>
              <span class="mut">peak {peakText(values(), forceUnit)}</span>
              <span class="tall mut">what a hand would need to push</span>
            </>
          )}
        </Show>
      }
    />
  );
}
