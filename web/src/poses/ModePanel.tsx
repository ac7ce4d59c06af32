import { createMemo, Show } from 'solid-js';
import { stepMode } from '../document/commands';
import { useEditor } from '../document/editor';
import { IconButton } from '../widgets/controls';
import { fixed } from '../text/number_text';
import { tooltip } from '../widgets/Tooltip';
import type { Spectrum } from '../protocol/messages';
import { modeWords } from './mode_words';
import { ModeView } from './ModeView';
import { createModeShape } from './spectrum_data';
import { hzText, ringText, shareText } from '../shot/pose_facts';
import { tips } from '../text/tips';

/** The selected mode: its shape, and what was made of it. */
export function ModePanel(props: { spectrum: Spectrum }) {
  const editor = useEditor();
  const mode = () => Math.min(editor.view.poses.mode, props.spectrum.hz.length - 1);
  const swings = () => editor.view.poses.swings;
  const shape = createModeShape(editor);
  const words = createMemo(() => {
    const found = shape();
    return found ? modeWords(editor.vertices.mesh.rest, found) : '';
  });
  return (
    <div class="mode-panel">
      <ModeView />
      <div class="mode-facts">
        <h3>
          Mode {mode() + 1}
          <span class="mut mode-words">{words() || `of ${props.spectrum.hz.length}`}</span>
          <span class="grow" />
          <IconButton
            icon="prev"
            size={12}
            title="Softer mode ( [ )"
            onClick={() => stepMode(editor, -1)}
          />
          <IconButton
            icon={swings() ? 'pause' : 'play'}
            size={12}
            on={swings()}
            title={swings() ? 'Hold its shape still' : 'Swing its shape'}
            onClick={() => editor.setView('poses', 'swings', (on) => !on)}
          />
          <IconButton
            icon="next"
            size={12}
            title="Stiffer mode ( ] )"
            onClick={() => stepMode(editor, 1)}
          />
        </h3>
        <Facts spectrum={props.spectrum} mode={mode()} />
      </div>
    </div>
  );
}

function Facts(props: { spectrum: Spectrum; mode: number }) {
  const material = () => props.spectrum.material_hz[props.mode] ?? 0;
  const hz = () => props.spectrum.hz[props.mode] ?? 0;
  const factor = () => (material() > 0 ? hz() / material() : 1);
  return (
    <>
      <span>Frequency</span>
      <span>
        <span class="c-input colored">{fixed(material(), 2)}</span> →{' '}
        <span class="c-output colored">{hzText(hz())}</span>
        <Show when={factor() >= 0.005}>
          <span class="mut wide"> {fixed(factor(), 2)} ×</span>
        </Show>
      </span>
      <span>Damping</span>
      <span>
        <span class="c-input colored">
          {fixed(props.spectrum.material_damping[props.mode] ?? 0, 2)}
        </span>{' '}
        → <span class="c-output colored">{fixed(props.spectrum.damping[props.mode] ?? 0, 2)}</span>
      </span>
      <span ref={tooltip('Share of motion', tips.modeShare)}>Share of motion</span>
      <span class="hi">{shareText(props.spectrum.share[props.mode] ?? 0)}</span>
      <span ref={tooltip('Rings for', tips.ringsFor)}>Rings for</span>
      <span class="hi">
        {ringText(hz() < 0.005 ? 0 : (props.spectrum.rings_for[props.mode] ?? null))}
      </span>
    </>
  );
}
