import { Show } from 'solid-js';
import { edit } from '../document/ask';
import { changeBlend, frameCount, layersOf, setLayerWeight } from '../document/commands';
import { useEditor } from '../document/editor';
import { barEdit, withGrip, type Grip } from '../timeline/bar_edits';
import { barRange, tapers } from '../timeline/layer_shape';
import { fullWeight, weightAt, withKey, withoutKey } from '../timeline/weight_curve';
import type { Edit } from '../protocol/edits';
import type { BlendLayer, GreenLayer, Layer } from '../protocol/shot';
import { ChoiceRow, IconButton, Row, Section } from './controls';
import { frames } from './HandleSection';
import type { Measure } from './number_text';
import { NumberField } from './NumberField';
import { createLiveField } from './NumberRow';
import { withCost } from './settings_edits';
import { tips } from './tips';

const methods = { green: 'Green: by the material', blend: 'Blend: as drawn' };

/** The selected layer: when, how gently and how much. */
export function LayerSection(props: { layer: Layer }) {
  const editor = useEditor();
  const place = () => layersOf(editor).findIndex(({ id }) => id === props.layer.id) + 1;
  const blend = () => (props.layer.kind === 'blend' ? props.layer : null);
  return (
    <Section title={props.layer.name} kept="layer" tag={`layer ${place()}`}>
      <Row label="Method" tip={tips.method}>
        <span class="fixed-choice">{methods[props.layer.kind]}</span>
      </Row>
      <WindowRow layer={props.layer} />
      <EaseRow layer={props.layer} />
      <WeightRow layer={props.layer} />
      <Show when={blend()}>{(layer) => <SpaceRows layer={layer()} />}</Show>
    </Section>
  );
}

function WindowRow(props: { layer: Layer }) {
  const editor = useEditor();
  const count = () => frameCount(editor);
  const measure = (): Measure => ({ ...frames, max: count() - 1 });
  const range = () => barRange(props.layer, count());
  const grip = (which: Grip) =>
    createLiveField((frame) => barEdit(withGrip(props.layer, which, frame, count())));
  const [first, last] = [grip('first'), grip('last')];
  return (
    <Row label="Window" tip={tips.window}>
      <NumberField
        label="Window begins"
        value={range().first}
        measure={measure()}
        step={0.25}
        {...first}
      />
      <NumberField
        label="Window ends"
        value={range().last}
        measure={measure()}
        step={0.25}
        {...last}
      />
    </Row>
  );
}

const longestEase = 60;
const easeFrames: Measure = { dimension: 'frames', unit: 'f', decimals: 0, min: 0, max: 500 };

function EaseRow(props: { layer: Layer }) {
  const editor = useEditor();
  const count = () => frameCount(editor);
  const isAuto = (layer: GreenLayer) =>
    layer.settings.cost.taper_start < 0 && layer.settings.cost.taper_end < 0;
  const lengths = () =>
    props.layer.kind === 'green'
      ? tapers(props.layer, count())
      : { start: props.layer.envelope.ease_in, end: props.layer.envelope.ease_out };
  const easedBy = (start: number, end: number): Edit => {
    const { layer } = props;
    if (layer.kind === 'blend') {
      const envelope = { ...layer.envelope, ease_in: start, ease_out: end };
      return { edit: 'change_blend', layer: layer.id, envelope, space: layer.space };
    }
    const settings = withCost(layer.settings, { taper_start: start, taper_end: end });
    return { edit: 'change_settings', layer: layer.id, settings };
  };
  const set = (start: number, end: number) => void edit(editor, easedBy(start, end));
  const easeIn = createLiveField((start) => easedBy(start, lengths().end));
  const easeOut = createLiveField((end) => easedBy(lengths().start, end));
  return (
    <Row label="Ease in, out" tip={tips.ease}>
      <NumberField
        label="Ease in"
        value={lengths().start}
        measure={easeFrames}
        soft={[0, longestEase]}
        step={0.25}
        {...easeIn}
      />
      <NumberField
        label="Ease out"
        value={lengths().end}
        measure={easeFrames}
        soft={[0, longestEase]}
        step={0.25}
        {...easeOut}
      />
      <Show when={props.layer.kind === 'green' && props.layer}>
        {(layer) => (
          <button
            class="icon-btn auto"
            classList={{ on: isAuto(layer()) }}
            title="Automatic: as many frames as the nearest handle allows"
            aria-pressed={isAuto(layer())}
            onClick={() => (isAuto(layer()) ? set(lengths().start, lengths().end) : set(-1, -1))}
          >
            A
          </button>
        )}
      </Show>
    </Row>
  );
}

const weightMeasure: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 1 };

// Without keys one weight for all frames (a single key says it); with several, that at this frame.
function WeightRow(props: { layer: Layer }) {
  const editor = useEditor();
  const curve = () => props.layer.weight ?? fullWeight;
  const frame = () => editor.view.editFrame;
  const isKeyed = () => curve().keys.length > 1;
  const hasKey = () => curve().keys.some((key) => key.frame === frame());
  const live = createLiveField((value) => {
    const at = isKeyed() ? frame() : (curve().keys[0]?.frame ?? 0);
    const isPlain = !isKeyed() && value === 1;
    const weight = isPlain ? fullWeight : withKey(curve(), { frame: at, value });
    return { edit: 'set_weight', layer: props.layer.id, weight };
  });
  const toggleKey = () => {
    const key = { frame: frame(), value: weightAt(curve(), frame()) };
    void setLayerWeight(
      editor,
      props.layer.id,
      hasKey() ? withoutKey(curve(), frame()) : withKey(curve(), key),
    );
  };
  return (
    <Row label="Weight" tip={tips.layerWeight}>
      <NumberField
        label="Weight of the layer"
        value={weightAt(curve(), frame())}
        measure={weightMeasure}
        soft={[0, 1]}
        step={0.005}
        unit={isKeyed() ? `at ${frame()}` : ''}
        {...live}
      />
      <IconButton
        icon="key"
        size={13}
        on={hasKey()}
        title={hasKey() ? 'Take the key at this frame away' : 'Set a key at this frame'}
        onClick={toggleKey}
      />
    </Row>
  );
}

function SpaceRows(props: { layer: BlendLayer }) {
  const editor = useEditor();
  return (
    <>
      <ChoiceRow
        label="Space"
        tip={tips.space}
        value={props.layer.space}
        choices={{ world: 'World', local: 'Local' }}
        onChange={(space) => void changeBlend(editor, props.layer.id, { ...props.layer, space })}
      />
      <ChoiceRow
        label="Easing"
        tip={tips.ease}
        value={props.layer.envelope.easing}
        choices={{ smooth: 'Smooth', linear: 'Linear' }}
        onChange={(easing) =>
          void changeBlend(editor, props.layer.id, {
            ...props.layer,
            envelope: { ...props.layer.envelope, easing },
          })
        }
      />
    </>
  );
}
