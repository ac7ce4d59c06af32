import { createMemo, Show } from 'solid-js';
import { chosenPose, frameCount, posesOf } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { drawCurve, seenFrames } from '../graphs/draw_graphs';
import { TimeGraph } from '../graphs/TimeGraph';
import { valueRange, yOf, type ValueAxis } from '../graphs/value_axis';
import type { DockAxis } from '../timeline/dock_axis';
import { crisp, diamond, faded, line, token, type Plot } from '../timeline/plot';
import { xOf, type TimeAxis } from '../timeline/time_axis';
import { createTrack, type Track } from './spectrum_data';

/** What the selected mode does over time, beside the plain spline through the same poses. */
export function TrackGraph(props: { dock: DockAxis }) {
  const editor = useEditor();
  const track = createTrack(editor);
  const range = createMemo(() => {
    const found = track();
    return valueRange(found ? [found.motion, found.spline, [0]] : []);
  });
  const axisIn = ({ height }: Plot): ValueAxis => ({ ...range(), top: 8, bottom: height - 8 });
  const time = () => props.dock.axis();
  const shown = (draw: (plot: Plot, track: Track) => void) => (plot: Plot) => {
    const found = track();
    if (found) draw(plot, found);
  };
  return (
    <TimeGraph
      dock={props.dock}
      label={`Mode ${editor.view.poses.mode + 1} over time`}
      draw={shown((plot, found) => {
        const frames = seenFrames(time(), frameCount(editor), plot);
        drawTrack(plot, found, frames, axisIn(plot));
      })}
      overlay={shown((plot, found) => drawMarks(editor, plot, found, time(), axisIn(plot)))}
      facts={<TrackFacts />}
    />
  );
}

function drawTrack(
  plot: Plot,
  { motion, spline }: Track,
  frames: ReturnType<typeof seenFrames>,
  axis: ValueAxis,
): void {
  const zero = crisp(yOf(axis, 0));
  line(plot, 0, zero, plot.width, zero, token('line-2'));
  plot.context.save();
  plot.context.setLineDash([4, 3]);
  drawCurve(plot, frames, spline, axis, 'text-3', 1.25);
  plot.context.restore();
  drawCurve(plot, frames, motion, axis, 'output', 2);
}

// Diamonds where the poses are, and the frame under edit on the curve.
function drawMarks(
  editor: Editor,
  plot: Plot,
  { motion }: Track,
  time: TimeAxis,
  axis: ValueAxis,
): void {
  const { context, height } = plot;
  const spot = (frame: number) => [xOf(time, frame), yOf(axis, motion[frame] ?? 0)] as const;
  const chosen = chosenPose(editor)?.id;
  for (const { id, frame, hold } of posesOf(editor)?.keys ?? []) {
    const [x, y] = spot(frame);
    const isChosen = id === chosen;
    context.fillStyle = faded('handle', 0.12);
    context.fillRect(x, 0, xOf(time, frame + hold) - x, height);
    line(plot, crisp(x), 0, crisp(x), height, faded('handle', 0.3));
    const edge = token(isChosen ? 'select' : 'bg-0');
    diamond(plot, x, y, isChosen ? 6 : 5, token('handle'), edge);
  }
  context.beginPath();
  context.arc(...spot(editor.view.editFrame), 3.5, 0, 7);
  context.fillStyle = token('select');
  context.fill();
}

function TrackFacts() {
  const editor = useEditor();
  return (
    <Show
      when={posesOf(editor)}
      fallback={<span class="mut">Modes are drawn here once there are poses.</span>}
    >
      <span>
        <b>Mode {editor.view.poses.mode + 1}</b> <span class="mut">over time</span>
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
