import type { JSX } from 'solid-js';
import { posesOf } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import type { Curve } from '../shot/poses';
import { onGesture, type Gesture, type Spot } from '../timeline/pointer';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { curveGesture } from './curve_gesture';
import { curveHome, type CurveHome } from '../shot/curve_home';
import { createCurveModel, type CurveProps, type Size } from './curve_model';
import { drawSpectrum } from './draw_curve';
import { modeAtX, pointNear, type CurvePlot } from './spectrum_plot';
import { tangentNear } from './tangent';

const copied = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

// As it is when the hand comes: what it does on the way changes the poses.
function copiedHome(editor: Editor, home: CurveHome): CurveHome {
  const poses = posesOf(editor);
  const { scope } = editor.view.poses;
  return poses ? curveHome(copied(poses), scope, editor.view.editFrame) : home;
}

/**
 * Frequency or damping of all modes: drag a point or an end of its tangent, Ctrl click adds one,
 * Delete takes it away.
 */
export function CurveEditor(
  props: CurveProps & { title: string; subtitle: string; aside?: JSX.Element },
) {
  const editor = useEditor();
  const model = createCurveModel(editor, props);
  const begin = (size: Size, start: Spot): Gesture => {
    const { settings, toEdit } = copiedHome(editor, props.home);
    model.setHeld(model.reading());
    const hand = { editor, name: props.name, plot: model.plotIn(size), settings, toEdit };
    const gesture = curveGesture({ ...hand, preview: model.setPreview }, start);
    const letGo = (act: () => void) => () => {
      model.setHeld(null);
      act();
    };
    return { ...gesture, end: letGo(gesture.end), cancel: letGo(gesture.cancel) };
  };
  const tangentAt = (plot: CurvePlot, curve: Curve, spot: { x: number; y: number }) => {
    const { point } = editor.view.poses;
    const isChosen = point?.curve === props.name && point.index < curve.length;
    return isChosen ? tangentNear(plot, curve, point.index, spot) : null;
  };
  const follow = (canvas: HTMLCanvasElement, size: Size, event: PointerEvent) => {
    const spot = { x: event.offsetX, y: event.offsetY };
    const plot = model.plotIn(size);
    const curve = model.curve();
    const near = curve ? (tangentAt(plot, curve, spot) ?? pointNear(plot, curve, spot)) : null;
    canvas.style.cursor = near !== null ? 'grab' : event.ctrlKey ? 'copy' : 'crosshair';
    model.setHover(Math.round(modeAtX(plot.box, plot.places.length, spot.x)));
  };
  const setup = (canvas: HTMLCanvasElement) => {
    const size = () => ({ width: canvas.clientWidth, height: canvas.clientHeight });
    onGesture(canvas, (spot) => begin(size(), spot));
    canvas.addEventListener('pointermove', (event) => follow(canvas, size(), event));
    canvas.addEventListener('pointerleave', () => model.setHover(null));
  };
  return (
    <div class="curve-plot">
      <PlotCanvas
        label={`${props.title} of the modes`}
        setup={setup}
        draw={(plot) => drawSpectrum(plot, model.picture(plot))}
      />
      <div class="curve-title">
        <b>{props.title}</b>
        <span class="mut cap">{props.subtitle}</span>
      </div>
      {props.aside}
    </div>
  );
}
