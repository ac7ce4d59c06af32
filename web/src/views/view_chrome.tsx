import { createSignal, For, Match, onCleanup, Show, Switch } from 'solid-js';
import { createCalm } from '../widgets/calm';
import { Icon } from '../widgets/Icon';
import {
  frameCount,
  setSoftRadius,
  setSurface,
  softRadiusLimits,
  toggleLinkedCameras,
  toggleMaximized,
  toggleOverlay,
} from '../document/commands';
import { vertexText } from '../document/bodies';
import { useEditor } from '../document/editor';
import { marksOf } from '../shot/layer';
import type { ViewName } from '../document/view_state';
import { PosePlace } from '../poses/pose_chrome';
import { closeUpVertex } from '../document/close_up';
import { HeatChoice } from '../inspect/HeatChoice';
import { DisplayMenu } from '../panels/DisplayMenu';
import { NumberField } from '../widgets/NumberField';
import type { Stage } from '../viewport/stage';

// Heads and feet of the views: what they show, and the switches that belong to it.

function SurfaceChoice(props: { view: ViewName }) {
  const editor = useEditor();
  const next = () => (editor.view.surfaces[props.view] === 'render' ? 'simulation' : 'render');
  const name = () =>
    editor.view.surfaces[props.view] === 'render' ? 'Render surface' : 'Simulation mesh';
  return (
    <Show when={editor.shot.opened?.render_surface}>
      <button
        class="chip"
        title="Render surface or simulation mesh"
        onClick={() => setSurface(editor, props.view, next())}
      >
        {name()}
        <Icon name="down" size={10} />
      </button>
    </Show>
  );
}

function MaximizeButton(props: { view: ViewName }) {
  const editor = useEditor();
  return (
    <button
      class="icon-btn"
      title="Maximize (Ctrl Space)"
      onClick={() => toggleMaximized(editor, props.view)}
    >
      <Icon name={editor.view.maximized ? 'restore' : 'maximize'} size={14} />
    </button>
  );
}

export function EditHead() {
  const { view } = useEditor();
  return (
    <div class="view-head">
      <h2>Frame {view.editFrame}</h2>
      <Switch fallback={<span class="sub">under edit</span>}>
        <Match when={view.workspace === 'inspect'}>
          <span class="sub wide">result</span>
          <HeatChoice />
        </Match>
        <Match when={view.workspace === 'poses'}>
          <PosePlace />
        </Match>
      </Switch>
      <span class="grow" />
      <DisplayMenu view="edit" />
      <SurfaceChoice view="edit" />
      <MaximizeButton view="edit" />
    </div>
  );
}

export function PlayHead() {
  const editor = useEditor();
  const { view } = editor;
  const titles = { result: 'Result', input: 'Input', blend: 'Blend' } as const;
  return (
    <div class="view-head">
      <h2>{view.mode === null ? titles[view.compare] : `Mode ${view.mode + 1}`}</h2>
      <span class="sub">
        {view.mode !== null
          ? `${editor.shot.opened?.modes.hz[view.mode]?.toFixed(2) ?? '?'} Hz`
          : view.playing
            ? 'playing'
            : 'paused'}
      </span>
      <span class="grow" />
      <DisplayMenu view="play" />
      <SurfaceChoice view="play" />
      <button
        class="icon-btn"
        classList={{ on: view.linkedCameras }}
        title={view.linkedCameras ? 'Cameras linked' : 'Cameras free'}
        onClick={() => toggleLinkedCameras(editor)}
      >
        <Icon name="link" size={14} />
      </button>
      <MaximizeButton view="play" />
    </div>
  );
}

export function CloseUpHead() {
  const editor = useEditor();
  return (
    <div class="view-head">
      <span class="sub">
        Worst: {vertexText(editor.shot.opened?.bodies, closeUpVertex(editor) ?? 0)}
      </span>
    </div>
  );
}

// Of the regions that the tool makes, and of the selected one.
function RadiusField() {
  const editor = useEditor();
  const limits = () => softRadiusLimits(editor);
  return (
    <div class="chip on radius" title="Also [ and ], or the wheel with Alt or Shift">
      <i class="swatch round c-handle" />
      Radius
      <NumberField
        label="Radius of regions"
        value={editor.view.softRadius}
        measure={{
          ...{ dimension: 'length', unit: 'm', decimals: 3 },
          ...{ min: limits()[0], max: limits()[1] },
        }}
        step={limits()[1] / 400}
        onDrag={(radius) => editor.setView('softRadius', radius)}
        onChange={(radius) => void setSoftRadius(editor, radius)}
      />
    </div>
  );
}

export function EditFoot() {
  const editor = useEditor();
  const overlays = () => editor.view.overlays;
  const onionReach = () => {
    const { onionCount, onionStep } = overlays();
    return Array.from({ length: onionCount }, (_, k) => (k + 1) * onionStep).join(', ');
  };
  const hint = () => {
    const layers = editor.shot.document?.layers ?? [];
    return layers.every((layer) => marksOf(layer).length === 0);
  };
  return (
    <div class="view-foot" classList={{ hidden: editor.view.workspace !== 'edit' }}>
      <Show when={overlays().ghost}>
        <button class="chip on" onClick={() => toggleOverlay(editor, 'ghost')}>
          <i class="swatch c-input" />
          Input
        </button>
      </Show>
      <Show when={overlays().onion}>
        <button class="chip on" onClick={() => toggleOverlay(editor, 'onion')}>
          <i class="swatch c-before" />−{onionReach()}
          <i class="swatch c-after" />+{onionReach()}
        </button>
      </Show>
      <Show when={overlays().trail && editor.view.selection.vertex !== null}>
        <button class="chip on" onClick={() => toggleOverlay(editor, 'trail')}>
          <i class="swatch round c-output" />
          Trail ±{overlays().trailReach}
        </button>
      </Show>
      <Show when={editor.view.tool === 'region'}>
        <RadiusField />
      </Show>
      <Show when={hint()}>
        <span class="chip hint">Click a point on the body to add a handle</span>
      </Show>
    </div>
  );
}

export function PlayFoot(props: { stage: Stage }) {
  const editor = useEditor();
  const { view } = editor;
  const [fps, setFps] = createSignal(0);
  const timer = setInterval(() => setFps(props.stage.playback.shownFps), 500);
  onCleanup(() => clearInterval(timer));
  const warp = createCalm(() => Object.values(editor.shot.reports).at(-1)?.warp_ms);
  return (
    <div class="view-foot">
      <div class="seg">
        <For each={['result', 'input', 'blend'] as const}>
          {(what) => (
            <button
              classList={{ on: view.compare === what }}
              onClick={() => editor.setView('compare', what)}
            >
              {what[0].toUpperCase() + what.slice(1)}
            </button>
          )}
        </For>
      </div>
      <span class="grow" />
      <div class="chip on">
        {view.playFrame}
        <span class="mut">/ {frameCount(editor) - 1}</span>
      </div>
      <Show when={view.playing}>
        <div class="chip">{fps().toFixed(0)} fps</div>
      </Show>
      <Show when={warp()}>{(ms) => <div class="chip wide">warp {ms().toFixed(1)} ms</div>}</Show>
    </div>
  );
}
