import { createMemo, Show } from 'solid-js';
import { chosenPose, frameCount, posesOf } from '../document/commands';
import { useEditor } from '../document/editor';
import { drawCurve, seenFrames } from '../graphs/draw_graphs';
import { TimeGraph } from '../graphs/TimeGraph';
import { valueRange, yOf, type ValueAxis } from '../graphs/value_axis';
import type { DockAxis } from '../timeline/dock_axis';
import { crisp, diamond, faded, line, token, type Plot } from '../timeline/plot';
import { xOf } from '../timeline/time_axis';
import { createTrack } from './spectrum_data';

/** What the selected mode does over time, beside the plain spline through the same poses. */
export function TrackGraph(props: { dock: DockAxis }) {
  const editor = useEditor();
  const track = createTrack(editor);
  const range = createMemo(() => {
    const found = track();
    return valueRange(found ? [found.motion, found.spline, [0]] : []);
  });
  const axisIn = ({ height }: Plot): ValueAxis => ({ ...range(), top: 8, bottom: height - 8 });
  const drawCurves = (plot: Plot) => {
    const found = track();
    if (!found) return;
    const axis = axisIn(plot);
    const frames = seenFrames(props.dock.axis(), frameCount(editor), plot);
    const zero = crisp(yOf(axis, 0));
    line(plot, 0, zero, plot.width, zero, token('line-2'));
    plot.context.save();
    plot.context.setLineDash([4, 3]);
    drawCurve(plot, frames, found.spline, axis, 'text-3', 1.25);
    plot.context.restore();
    drawCurve(plot, frames, found.motion, axis, 'output', 2);
  };
  const drawMarks = (plot: Plot) => {
    const found = track();
    if (!found) return;
    const axis = axisIn(plot);
    const x = (frame: number) => xOf(props.dock.axis(), frame);
    const chosen = chosenPose(editor)?.id;
    for (const { id, frame } of posesOf(editor)?.keys ?? []) {
      const isChosen = id === chosen;
      line(plot, crisp(x(frame)), 0, crisp(x(frame)), plot.height, faded('handle', 0.3));
      const y = yOf(axis, found.motion[frame] ?? 0);
      const edge = token(isChosen ? 'select' : 'bg-0');
      diamond(plot, x(frame), y, isChosen ? 6 : 5, token('handle'), edge);
    }
    const { editFrame } = editor.view;
    const { context } = plot;
    context.beginPath();
    context.arc(x(editFrame), yOf(axis, found.motion[editFrame] ?? 0), 3.5, 0, 7);
    context.fillStyle = token('select');
    context.fill();
  };
  return (
    <TimeGraph
      dock={props.dock}
      label={`Mode ${editor.view.poses.mode + 1} over time`}
      draw={drawCurves}
      overlay={drawMarks}
      facts={<TrackFacts />}
    />
  );
}

function TrackFacts() {
  const editor = useEditor();
  return (
    <Show
      when={posesOf(editor)}
      fallback={<span class="mut">Modes are drawn here once there are poses.</span>}
    >
      <span>
        <b>Mode {editor.view.poses.mode + 1}</b> <span class="mut">z(t)</span>
      </span>
      <div class="legend column">
        <span class="c-output">
          <i class="stroke" />
          Motion
        </span>
        <span>
          <i class="dashes" />
          Plain spline
        </span>
        <span class="c-handle">
          <i class="mark" />
          Poses
        </span>
      </div>
    </Show>
  );
}
