import type { JSX } from 'solid-js';
import { frameCount, setEditFrame } from '../document/commands';
import { useEditor } from '../document/editor';
import type { DockAxis } from '../timeline/dock_axis';
import { drawGrid, drawHeads } from '../timeline/draw_tracks';
import type { Plot } from '../timeline/plot';
import { onGesture, onTimeMotion, type Spot } from '../timeline/pointer';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { wholeFrameAt } from '../timeline/time_axis';
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
    onGesture(canvas, (start) => {
      if (props.onClick?.(start, { height: canvas.clientHeight })) return undefined;
      const before = editor.view.editFrame;
      const go = (spot: Spot) =>
        setEditFrame(editor, wholeFrameAt(props.dock.axis(), spot.x, frameCount(editor)));
      go(start);
      return { move: go, end: () => undefined, cancel: () => setEditFrame(editor, before) };
    });
  };
  return (
    <>
      <div class="graph-facts">{props.facts}</div>
      <PlotCanvas
        label={props.label}
        setup={setup}
        draw={(plot) => {
          clear(plot);
          drawGrid(plot, props.dock.axis());
          props.draw(plot);
          drawHeads(plot, {
            axis: props.dock.axis(),
            editFrame: editor.view.editFrame,
            playFrame: editor.view.playFrame,
          });
          props.overlay?.(plot);
        }}
      />
    </>
  );
}
