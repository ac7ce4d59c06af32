import { createMemo, Show } from 'solid-js';
import { frameCount, selectedLayer, setMode, setPlaying } from '../document/commands';
import { useEditor } from '../document/editor';
import { fixed } from '../text/number_text';
import { isSolved } from '../shot/layer';
import { caption, haloText, line, token, type Plot } from '../timeline/plot';
import type { DockAxis } from '../timeline/dock_axis';
import type { Spot } from '../timeline/pointer';
import { xOf } from '../timeline/time_axis';
import { createAmplitudes, type Amplitudes } from './graph_data';
import { heatPixels, largestAmplitude, movingModes, parseHex, softest } from './mode_heat';
import { TimeGraph } from './TimeGraph';

const inset = 6; // px above and below the picture

function modePicture(data: Amplitudes | null): OffscreenCanvas | null {
  if (!data || data.modes === 0 || data.frames === 0) return null;
  const rows = Math.min(data.modes, 200);
  const stops = ['bg-0', 'heat-1', 'heat-2', 'heat-3', 'heat-4'].map((name) =>
    parseHex(token(name)),
  );
  const canvas = new OffscreenCanvas(data.frames, rows);
  const image = new ImageData(data.frames, rows);
  image.data.set(heatPixels(data, rows, stops));
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

/** Amplitudes of all modes over time (Barbič 2012, fig. 3). A click swings the mode in the view. */
export function ModeGraph(props: { dock: DockAxis }) {
  const editor = useEditor();
  const amplitudes = createAmplitudes(editor);
  const pictured = createMemo(() => {
    const data = amplitudes();
    return data && data.modes > 0 ? softest(data, movingModes(data)) : null;
  });
  const modes = () => pictured()?.modes ?? 0;
  const largest = createMemo(() => largestAmplitude(amplitudes()));
  const picture = createMemo(() => modePicture(pictured()));
  const yOfMode = (mode: number, height: number) =>
    height - inset - ((mode + 0.5) / modes()) * (height - 2 * inset);
  const modeAt = (y: number, height: number) =>
    Math.floor(((height - inset - y) / (height - 2 * inset)) * modes());

  const draw = (plot: Plot) => {
    const image = picture();
    if (!image) return;
    const half = 0.5; // a frame's column stands around the frame
    const x = xOf(props.dock.axis(), -half);
    const end = xOf(props.dock.axis(), frameCount(editor) - half);
    plot.context.imageSmoothingEnabled = false;
    plot.context.drawImage(image, x, inset, end - x, plot.height - 2 * inset);
  };
  const overlay = (plot: Plot) => {
    caption(plot.context);
    plot.context.textAlign = 'left';
    plot.context.textBaseline = 'middle';
    if (!picture()) return;
    for (const mode of [0, Math.floor(modes() / 2), modes() - 1]) {
      haloText(plot, `${mode + 1}`, 3, yOfMode(mode, plot.height), token('text-3'));
    }
    const shown = editor.view.mode;
    if (shown === null || shown >= modes()) return;
    const y = yOfMode(shown, plot.height);
    line(plot, 0, y, plot.width, y, token('select'));
  };
  const click = (spot: Spot, { height }: { height: number }) => {
    const mode = modeAt(spot.y, height);
    if (spot.shift || mode < 0 || mode >= modes()) return false;
    const isShown = editor.view.mode === mode;
    setMode(editor, isShown ? null : mode);
    if (!isShown) setPlaying(editor, true);
    return true;
  };
  return (
    <TimeGraph
      dock={props.dock}
      label="Amplitudes of the modes over time"
      draw={draw}
      overlay={overlay}
      onClick={click}
      facts={<ModeFacts shown={modes()} modes={amplitudes()?.modes ?? 0} largest={largest()} />}
    />
  );
}

function ModeFacts(props: { shown: number; modes: number; largest: number }) {
  const editor = useEditor();
  const hz = () => editor.shot.opened?.modes.hz ?? [];
  const mode = () => editor.view.mode;
  return (
    <Show
      when={isSolved(selectedLayer(editor)) && props.modes > 0}
      fallback={
        <p class="empty">Only layers answered by the material have modes. Add a handle to one.</p>
      }
    >
      <span class="fact-title">
        <b>{props.shown} modes</b> <span class="mut">of {props.modes}, softest below</span>
      </span>
      <Show when={props.largest === 0}>
        <span class="mut">nothing moves yet: drag a handle</span>
      </Show>
      <Show
        when={mode() !== null}
        fallback={<span class="tall mut">click one to see it swing</span>}
      >
        <span>
          mode {(mode() ?? 0) + 1}
          <Show when={hz()[mode() ?? 0]}>
            {(value) => <span class="mut"> {fixed(value(), 2)} Hz</span>}
          </Show>
        </span>
        <button class="btn small" onClick={() => setMode(editor, null)}>
          Back to the result
        </button>
      </Show>
    </Show>
  );
}
