import { createMemo, createSignal, For, Show } from 'solid-js';
import { choosePreset, curvesInHand, dropPoses, giveSpanBack, posesOf } from '../document/commands';
import { useEditor } from '../document/editor';
import { Icon } from '../widgets/Icon';
import { Segments } from '../widgets/controls';
import { MenuList, Popover } from '../widgets/Popover';
import { tooltip } from '../widgets/Tooltip';
import type { Spectrum } from '../protocol/messages';
import { tips } from '../text/tips';
import type { PosePreset, PoseSource } from '../shot/poses';
import { CurveEditor } from './CurveEditor';
import { EmptyPoses } from './EmptyPoses';
import { curveHome, hasSpans, spanTitle, type CurveHome } from '../shot/curve_home';
import { edit } from '../document/ask';
import { ModePanel } from './ModePanel';
import { withCurve, type WeightName } from '../shot/pose_curves';
import { presetSketch, sketchPath } from './preset_sketch';
import { createSpectrum } from './spectrum_data';

/** Right of the view in the poses workspace: how lively each part of the spectrum is. */
export function SpectrumPanel() {
  const editor = useEditor();
  return (
    <Show when={posesOf(editor)} fallback={<EmptyPoses />}>
      {(poses) => <Spectra poses={poses()} />}
    </Show>
  );
}

function Spectra(props: { poses: PoseSource }) {
  const editor = useEditor();
  const spectrum = createSpectrum(editor);
  // Another frame of the same span changes nothing.
  const start = createMemo(() => curvesInHand(editor)?.span?.from.frame ?? 0);
  const home = createMemo(() => curveHome(props.poses, editor.view.poses.scope, start()));
  return (
    <section class="spectrum" aria-label="Spectrum">
      <header class="spectrum-head">
        <h2>Spectrum</h2>
        <Show
          when={home().span}
          fallback={<span class="mut">{spectrum()?.hz.length ?? props.poses.modes} modes</span>}
        >
          {(span) => <SpanName span={span()} />}
        </Show>
        <span class="grow" />
        <ScopeChoice poses={props.poses} />
        <SpectrumMenu home={home()} />
      </header>
      <Presets home={home()} suited={spectrum()?.suited_stiffness ?? null} />
      <Show
        when={spectrum()}
        fallback={<p class="empty">The modes of the body are on their way.</p>}
      >
        {(found) => <Curves spectrum={found()} home={home()} />}
      </Show>
    </section>
  );
}

/** Which span is looked at, and whether it goes as all others. */
function SpanName(props: { span: NonNullable<CurveHome['span']> }) {
  const editor = useEditor();
  const title = () => spanTitle(props.span);
  return (
    <>
      <span class="mut span-name" title={title()}>
        <bdi>{title()}</bdi>
      </span>
      <Show when={props.span.from.span} fallback={<span class="tag wide">as all</span>}>
        <button
          class="tag span-back"
          ref={tooltip('Own curves', tips.spanBack)}
          onClick={() => void giveSpanBack(editor)}
        >
          its own <Icon name="close" size={10} />
        </button>
      </Show>
    </>
  );
}

/** Whose curves these are. A free swing goes through all poses in one. */
function ScopeChoice(props: { poses: PoseSource }) {
  const editor = useEditor();
  const isSplit = () => hasSpans(props.poses);
  return (
    <div class="scope-choice" ref={tooltip('Whose curves', tips.curveScope)}>
      <Segments
        label="Whose curves"
        value={isSplit() ? editor.view.poses.scope : 'all'}
        choices={{ all: 'All poses', span: 'This span' }}
        disabled={!isSplit()}
        onChange={(scope) => editor.setView('poses', { scope, point: null })}
      />
    </div>
  );
}

function SpectrumMenu(props: { home: CurveHome }) {
  const editor = useEditor();
  const reset = (name: 'frequency' | 'damping', value: number) => {
    const { settings, toEdit } = props.home;
    void edit(editor, toEdit(withCurve(settings, name, [{ place: 0, value }])));
  };
  return (
    <Popover
      class="icon-btn"
      title="More about the spectrum"
      align="right"
      label={<Icon name="more" size={14} />}
    >
      {(close) => (
        <MenuList
          close={close}
          entries={[
            { title: 'Frequencies as the material', act: () => reset('frequency', 0) },
            { title: 'Damping: one for all', act: () => reset('damping', -0.7) },
            ...(props.home.span?.from.span
              ? [{ title: 'This span as all poses', act: () => void giveSpanBack(editor) }]
              : []),
            'line',
            { title: 'Take the poses away', act: () => void dropPoses(editor) },
          ]}
        />
      )}
    </Popover>
  );
}

const presetTitles: Record<string, string> = { shivering: 'Stiff, shivering tips' };
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titleOf = ({ name }: PosePreset) => presetTitles[name] ?? capital(name);

function Presets(props: { home: CurveHome; suited: number | null }) {
  const editor = useEditor();
  return (
    <div class="presets" role="radiogroup" aria-label="Presets">
      <For each={editor.shot.opened?.pose_presets ?? []}>
        {(preset) => (
          <button
            class="preset"
            role="radio"
            aria-checked={props.home.preset === preset.name}
            classList={{ on: props.home.preset === preset.name }}
            ref={(element) => tooltip(titleOf(preset), `${capital(preset.what)}.`)(element)}
            onClick={() => void choosePreset(editor, preset, props.suited)}
          >
            <span>{titleOf(preset)}</span>
            <svg viewBox="0 0 100 26" preserveAspectRatio="none" aria-hidden="true">
              <path d={sketchPath(presetSketch(preset.spectrum), 100, 26)} />
            </svg>
          </button>
        )}
      </For>
    </div>
  );
}

function Curves(props: { spectrum: Spectrum; home: CurveHome }) {
  return (
    <>
      <CurveEditor
        name="frequency"
        title="Frequency"
        subtitle="Hz, how fast a mode swings"
        spectrum={props.spectrum}
        home={props.home}
        aside={
          <div class="legend cap curve-legend">
            <span class="c-input">
              <i class="stroke" />
              Material
            </span>
            <span class="c-output">
              <i class="stroke" />
              Yours
            </span>
          </div>
        }
      />
      <LowerCurve spectrum={props.spectrum} home={props.home} />
      <ModePanel spectrum={props.spectrum} />
    </>
  );
}

// Damping; of a free swing that is adjusted also how dear the parts of the adjustment are.
function LowerCurve(props: { spectrum: Spectrum; home: CurveHome }) {
  const settings = () => props.home.settings;
  const [chosen, setChosen] = createSignal<'damping' | WeightName>('damping');
  const hasWeights = () => settings().between === 'swing' && settings().adjust;
  const weight = () => {
    const name = chosen();
    return hasWeights() && name !== 'damping' ? name : null;
  };
  const subtitle = () => {
    if (weight()) return 'how dear, × the weight';
    return settings().spectrum.rayleigh
      ? 'from mass and stiffness, set on the right'
      : '1 = no overshoot';
  };
  return (
    <CurveEditor
      name={weight() ? `${weight()!}_weight` : 'damping'}
      title={weight() ? 'Calm start' : 'Damping'}
      subtitle={subtitle()}
      spectrum={props.spectrum}
      home={props.home}
      aside={
        <Show when={hasWeights()}>
          <div class="curve-choice">
            <Segments
              label="Curve below"
              value={chosen()}
              choices={{
                ...{ damping: 'Damping', velocity: 'Jerk' },
                ...{ frequency: 'Frequency', decay: 'Decay' },
              }}
              onChange={setChosen}
            />
          </div>
        </Show>
      }
    />
  );
}
