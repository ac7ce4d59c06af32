import { Show } from 'solid-js';
import {
  frameCount,
  setEditFrame,
  setPlayMode,
  setRange,
  stepFrame,
  stepHandle,
  stepPose,
  toggleEveryFrame,
  togglePlaying,
} from '../document/commands';
import { useEditor } from '../document/editor';
import type { PlayMode } from '../document/view_state';
import { IconButton } from '../widgets/controls';
import { secondsText } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { measureText, type Measure } from '../text/number_text';

const playModes: Record<
  PlayMode,
  { title: string; icon: 'loop' | 'once' | 'pingPong'; next: PlayMode }
> = {
  loop: { title: 'Loop', icon: 'loop', next: 'once' },
  once: { title: 'Play once', icon: 'once', next: 'ping_pong' },
  ping_pong: { title: 'Back and forth', icon: 'pingPong', next: 'loop' },
};

export function Transport() {
  return (
    <div class="transport" role="toolbar" aria-label="Playback">
      <FrameReadout />
      <PlayButtons />
      <PlayChoices />
    </div>
  );
}

/** The frame under edit; typing a number goes there. */
function FrameReadout() {
  const editor = useEditor();
  const { view, shot } = editor;
  const fps = () => shot.opened?.fps ?? 30;
  const last = () => Math.max(0, frameCount(editor) - 1);
  const inSeconds = () => view.timeUnit === 'seconds';
  const measure = (): Measure =>
    inSeconds()
      ? { dimension: 'time', unit: 's', decimals: 3, min: 0, max: last() / fps() }
      : { dimension: 'frames', unit: '', decimals: 0, min: 0, max: last() };
  const digits = () => measureText(measure().max ?? 0, measure()).length;
  const swap = () => editor.setView('timeUnit', inSeconds() ? 'frames' : 'seconds');
  return (
    <div>
      <div class="frame-readout" style={{ '--digits': digits() }}>
        <NumberField
          label="Frame under edit"
          value={inSeconds() ? view.editFrame / fps() : view.editFrame}
          measure={measure()}
          step={inSeconds() ? 0.25 / fps() : 0.25}
          unit=""
          onDrag={(value) => setEditFrame(editor, inSeconds() ? value * fps() : value)}
          onChange={(value) => setEditFrame(editor, inSeconds() ? value * fps() : value)}
        />
      </div>
      <button class="time-unit" title="Frames or seconds" onClick={swap}>
        <span>/ {inSeconds() ? secondsText(last() / fps()) : last()}</span>
        <span class="wide now">
          <span>
            {inSeconds() ? `frame ${view.editFrame}` : secondsText(view.editFrame / fps())}
          </span>
        </span>
      </button>
    </div>
  );
}

function PlayButtons() {
  const editor = useEditor();
  const last = () => frameCount(editor) - 1;
  const marks = () =>
    editor.view.workspace === 'poses'
      ? { name: 'pose', step: stepPose }
      : { name: 'handle', step: stepHandle };
  return (
    <div>
      <IconButton icon="first" title="First frame" onClick={() => setEditFrame(editor, 0)} />
      <IconButton
        icon="prevKey"
        title={`Previous ${marks().name}`}
        onClick={() => marks().step(editor, -1)}
      />
      <IconButton icon="prev" title="One frame back" onClick={() => stepFrame(editor, -1)} />
      <IconButton
        class="play"
        icon={editor.view.playing ? 'pause' : 'play'}
        title={editor.view.playing ? 'Pause' : 'Play'}
        onClick={() => togglePlaying(editor)}
      />
      <IconButton icon="next" title="One frame forward" onClick={() => stepFrame(editor, 1)} />
      <IconButton
        icon="nextKey"
        title={`Next ${marks().name}`}
        onClick={() => marks().step(editor, 1)}
      />
      <IconButton icon="last" title="Last frame" onClick={() => setEditFrame(editor, last())} />
    </div>
  );
}

function PlayChoices() {
  const editor = useEditor();
  const { view, shot } = editor;
  const mode = () => playModes[view.playMode];
  const frames = (): Measure => ({
    ...{ dimension: 'frames', unit: '', decimals: 0 },
    ...{ min: 0, max: frameCount(editor) - 1 },
  });
  return (
    <div>
      <span class="mut wide">Range</span>
      <div class="range-fields">
        <NumberField
          label="Range begins"
          value={view.range[0]}
          measure={frames()}
          step={0.25}
          onDrag={(value) => setRange(editor, Math.min(value, view.range[1]), view.range[1])}
          onChange={(value) => setRange(editor, Math.min(value, view.range[1]), view.range[1])}
        />
        <span>–</span>
        <NumberField
          label="Range ends"
          value={view.range[1]}
          measure={frames()}
          step={0.25}
          onDrag={(value) => setRange(editor, view.range[0], Math.max(value, view.range[0]))}
          onChange={(value) => setRange(editor, view.range[0], Math.max(value, view.range[0]))}
        />
      </div>
      <IconButton
        icon={mode().icon}
        title={mode().title}
        on
        onClick={() => setPlayMode(editor, mode().next)}
      />
      <IconButton
        icon={view.everyFrame ? 'everyFrame' : 'clock'}
        title={
          view.everyFrame
            ? 'Every frame, as fast as they come'
            : 'Real time: late frames are left out'
        }
        on
        onClick={() => toggleEveryFrame(editor)}
      />
      <Show when={shot.opened}>{(opened) => <span class="tag">{opened().fps} fps</span>}</Show>
    </div>
  );
}
