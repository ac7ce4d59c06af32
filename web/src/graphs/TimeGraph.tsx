import { Show, type JSX } from 'solid-js';
import { useEditor } from '../document/editor';
import type { DockAxis } from '../timeline/dock_axis';
import { drawGrid } from '../timeline/draw_tracks';
import { WithHeads } from '../timeline/Heads';
import type { Plot } from '../timeline/plot';
import { onGesture, onTimeMotion, type Spot } from '../timeline/pointer';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { beginScrub } from '../timeline/scrub';
import { clear } from './draw_graphs';

/** A graph on the dock's time axis: facts on the left, the plot on the right. Scrubs like the ruler. */
export function TimeGraph(props: {
  dock: DockAxis;
  label: string;
  facts: JSX.Element;
  draw: (plot: Plot) => void;
  overlay?: (plot: Plot) => void; // above the playheads
  onClick?: (spot: Spot, plot: { height: number }) => boolean; // true: it was meant for the graph
}) {
  const editor = useEditor();
  const setup = (canvas: HTMLCanvasElement) => {
    onTimeMotion(canvas, props.dock);
    const begin = (start: Spot) =>
      props.onClick?.(start, { height: canvas.clientHeight })
        ? undefined
        : beginScrub(editor, props.dock.axis, start);
    onGesture(canvas, begin);
  };
  return (
    <>
      <div class="graph-facts">{props.facts}</div>
      <WithHeads dock={props.dock}>
        <PlotCanvas
          label={props.label}
          setup={setup}
          draw={(plot) => {
            clear(plot);
            drawGrid(plot, props.dock.axis());
            props.draw(plot);
          }}
        />
      </WithHeads>
      <Show when={props.overlay}>
        {(overlay) => (
          <div class="plot over">
            <PlotCanvas label="" draw={overlay()} />
          </div>
        )}
      </Show>
    </>
  );
}
