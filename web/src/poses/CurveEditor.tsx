import type { JSX } from 'solid-js';
import { useEditor } from '../document/editor';
import { onGesture, type Gesture, type Spot } from '../timeline/pointer';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { curveGesture } from './curve_gesture';
import { createCurveModel, type CurveProps, type Size } from './curve_model';
import { drawSpectrum } from './draw_curve';
import { modeAtX, pointNear } from './spectrum_plot';

const copied = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Frequency or damping of all modes: drag a point, Ctrl click adds one, Delete takes it away. */
export function CurveEditor(
  props: CurveProps & { title: string; subtitle: string; aside?: JSX.Element },
) {
  const editor = useEditor();
  const model = createCurveModel(editor, props);
  const begin = (size: Size, start: Spot): Gesture => {
    const settings = copied(props.settings);
    model.setHeld(model.reading());
    const plot = model.plotIn(size);
    const hand = { editor, name: props.name, plot, settings, preview: model.setPreview };
    const gesture = curveGesture(hand, start);
    const letGo = (act: () => void) => () => {
      model.setHeld(null);
      act();
    };
    return { ...gesture, end: letGo(gesture.end), cancel: letGo(gesture.cancel) };
  };
  const follow = (canvas: HTMLCanvasElement, size: Size, event: PointerEvent) => {
    const spot = { x: event.offsetX, y: event.offsetY };
    const plot = model.plotIn(size);
    const curve = model.curve();
    const near = curve ? pointNear(plot, curve, spot) : null;
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
