import { frameCount, setEditFrame, setPlayFrame, setRange } from '../document/commands';
import { useEditor } from '../document/editor';
import type { DockAxis } from './dock_axis';
import { drawRuler, rulerLabel } from './draw_ruler';
import { onGesture, onTimeMotion, type Gesture, type Spot } from './pointer';
import { PlayCursor } from './Heads';
import { PlotCanvas } from './PlotCanvas';
import { wholeFrameAt, xOf } from './time_axis';

const near = 5; // px

/** Scrubs the frame under edit; the edges of the range and the play cursor drag. */
export function Ruler(props: { dock: DockAxis; height: number }) {
  const editor = useEditor();
  const { view, shot } = editor;
  const axis = () => props.dock.axis();
  const frameAtSpot = (spot: Spot) => wholeFrameAt(axis(), spot.x, frameCount(editor));

  const begin = (spot: Spot): Gesture => {
    const [first, last] = view.range;
    const { editFrame, playFrame } = view;
    const isOn = (frame: number) => Math.abs(xOf(axis(), frame) - spot.x) <= near;
    const gesture = (move: (frame: number) => void, back: () => void): Gesture => ({
      move: (to) => move(frameAtSpot(to)),
      end: () => undefined,
      cancel: back,
    });
    const restoreRange = () => setRange(editor, first, last);
    const hasCursor = view.workspace === 'edit';
    if (hasCursor && spot.y > props.height / 2 && isOn(playFrame) && !isOn(editFrame))
      return gesture(
        (frame) => setPlayFrame(editor, frame),
        () => setPlayFrame(editor, playFrame),
      );
    if (isOn(first) && !isOn(editFrame) && !isOn(last))
      return gesture((frame) => setRange(editor, Math.min(frame, last), last), restoreRange);
    if (isOn(last) && !isOn(editFrame) && !isOn(first))
      return gesture((frame) => setRange(editor, first, Math.max(frame, first)), restoreRange);
    setEditFrame(editor, frameAtSpot(spot));
    return gesture(
      (frame) => setEditFrame(editor, frame),
      () => setEditFrame(editor, editFrame),
    );
  };

  const setup = (canvas: HTMLCanvasElement) => {
    onGesture(canvas, begin);
    onTimeMotion(canvas, props.dock);
    canvas.addEventListener('dblclick', () => editor.setView('seenFrames', null));
  };
  return (
    <div class="ruler">
      <PlotCanvas
        label="Ruler"
        height={props.height}
        setup={setup}
        onWidth={(width) => props.dock.setWidth(width)}
        draw={(plot) =>
          drawRuler(plot, {
            axis: axis(),
            range: [view.range[0], view.range[1]],
            editFrame: view.editFrame,
            label: rulerLabel(view.timeUnit, shot.opened?.fps ?? 30, axis()),
          })
        }
      />
      <PlayCursor dock={props.dock} />
    </div>
  );
}
