import { For, Match, Show, Switch } from 'solid-js';
import { edit } from '../document/ask';
import { frameCount, layersOf, setLayerWeight } from '../document/commands';
import { useEditor } from '../document/editor';
import { barRange } from '../timeline/layer_shape';
import { fullWeight, weightAt, withKey, withoutKey } from '../shot/weight_curve';
import type { Edit } from '../shot/edits';
import { kindOf, type Layer } from '../shot/layer';
import type { BarHand, Field, Grip } from '../shot/layer_kind';
import { ChoiceRow, IconButton, Row, Section } from '../widgets/controls';
import { frames } from './HandleSection';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { createLiveField, NumberRow } from '../widgets/NumberRow';
import { tips } from '../text/tips';

/** The selected layer: when, how gently and how much. */
export function LayerSection(props: { layer: Layer }) {
  const editor = useEditor();
  const place = () => layersOf(editor).findIndex(({ id }) => id === props.layer.id) + 1;
  const kind = () => kindOf(props.layer);
  return (
    <Section title={props.layer.name} kept="layer" tag={`layer ${place()}`}>
      <Row label="Method" tip={tips.method}>
        <span class="fixed-choice">{kind().method}</span>
      </Row>
      <Show when={kind().bar.hand}>
        {(hand) => (
          <>
            <WindowRow layer={props.layer} hand={hand()} />
            <EaseRow layer={props.layer} hand={hand()} />
          </>
        )}
      </Show>
      <WeightRow layer={props.layer} />
      <For each={kind().fields}>{(field) => <FieldRow layer={props.layer} field={field} />}</For>
    </Section>
  );
}

type BarProps = { layer: Layer; hand: BarHand<Layer> };

function WindowRow(props: BarProps) {
  const editor = useEditor();
  const count = () => frameCount(editor);
  const measure = (): Measure => ({ ...frames, max: count() - 1 });
  const range = () => barRange(props.layer, count());
  const grip = (which: Grip) =>
    createLiveField((frame) =>
      props.hand.edit(props.hand.withGrip(props.layer, which, frame, count())),
    );
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

function EaseRow(props: BarProps) {
  const editor = useEditor();
  const count = () => frameCount(editor);
  const lengths = () => props.hand.eases(props.layer, count());
  const easedBy = (start: number, end: number): Edit =>
    props.hand.edit(props.hand.withEases(props.layer, { start, end }));
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
      <Show when={props.hand.automatic}>
        {(automatic) => <AutomaticEase {...props} automatic={automatic()} />}
      </Show>
    </Row>
  );
}

type Automatic = NonNullable<BarHand<Layer>['automatic']>;

function AutomaticEase(props: BarProps & { automatic: Automatic }) {
  const editor = useEditor();
  const isOn = () => props.automatic.is(props.layer);
  // Switched off, the eases stay as they are.
  const asTheyAre = () => {
    const eases = props.hand.eases(props.layer, frameCount(editor));
    return props.hand.withEases(props.layer, eases);
  };
  const toggle = () =>
    void edit(editor, props.hand.edit(isOn() ? asTheyAre() : props.automatic.with(props.layer)));
  return (
    <button
      class="icon-btn auto"
      classList={{ on: isOn() }}
      title="Automatic: as many frames as the nearest handle allows"
      aria-pressed={isOn()}
      onClick={toggle}
    >
      A
    </button>
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

/** What only layers of this kind have. */
function FieldRow(props: { layer: Layer; field: Field<Layer> }) {
  const editor = useEditor();
  return (
    <Switch>
      <Match when={props.field.row === 'choice' && props.field}>
        {(field) => (
          <ChoiceRow
            label={field().label}
            tip={field().tip}
            value={field().value(props.layer)}
            choices={field().choices}
            onChange={(value) => void edit(editor, field().edit(props.layer, value))}
          />
        )}
      </Match>
      <Match when={props.field.row === 'number' && props.field}>
        {(field) => (
          <NumberRow
            label={field().label}
            tip={field().tip}
            value={field().value(props.layer)}
            measure={field().measure}
            soft={field().soft}
            step={field().step}
            toEdit={(value) => field().edit(props.layer, value)}
          />
        )}
      </Match>
    </Switch>
  );
}
