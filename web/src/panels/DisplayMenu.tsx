import { For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { setHeat, setMode, setSurface, toggleOverlay } from '../document/commands';
import { useEditor } from '../document/editor';
import type { ViewName } from '../document/view_state';
import { heats, type Heat } from '../protocol/requests';
import { ChoiceRow, Row, Select, Switch } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { mostOnions } from '../viewport/onions';
import { Popover } from '../widgets/Popover';

type OverlaySwitch = Parameters<typeof toggleOverlay>[1];

type Amount = {
  name: 'onionCount' | 'onionStep' | 'trailReach';
  label: string;
  most: number;
  soft: number;
  unit: string;
};
type SwitchLine = {
  name: OverlaySwitch;
  title: string;
  color: string;
  tip: string;
  amounts?: Amount[];
};

const switches: SwitchLine[] = [
  {
    name: 'ghost',
    title: 'Ghost',
    color: 'c-input',
    tip: 'The input at the same frame, where it differs.',
  },
  {
    name: 'onion',
    title: 'Onion skins',
    color: 'c-before',
    tip: 'The result before and after this frame: how many on either side, and how far apart.',
    amounts: [
      {
        name: 'onionCount',
        label: 'Skins on either side',
        most: mostOnions,
        soft: mostOnions,
        unit: 'skins',
      },
      { name: 'onionStep', label: 'Frames between skins', most: 200, soft: 30, unit: 'f' },
    ],
  },
  {
    name: 'trail',
    title: 'Motion trail',
    color: 'c-output',
    tip: 'The way of the picked vertex, a dot a frame.',
    amounts: [
      {
        name: 'trailReach',
        label: 'Frames of the trail',
        most: 200,
        soft: 120,
        unit: 'f each way',
      },
    ],
  },
  {
    name: 'contacts',
    title: 'Contacts',
    color: 'c-contact',
    tip: 'What touches at this frame, with normals.',
  },
  { name: 'pins', title: 'Pins', color: 'c-pin', tip: 'Vertices that never move.' },
  { name: 'handles', title: 'Handles', color: 'c-handle', tip: 'Wishes at their places.' },
  { name: 'wire', title: 'Wireframe', color: 'c-mut', tip: 'Edges of the surface.' },
  {
    name: 'tets',
    title: 'Inner edges',
    color: 'c-mut',
    tip: 'Edges of the tets inside of the body.',
  },
  {
    name: 'props',
    title: 'Props',
    color: 'c-mut',
    tip: 'What is only looked at, and the obstacles.',
  },
  { name: 'colors', title: 'Colours', color: 'c-mut', tip: 'Colours of the render surface.' },
];

const heatTitles: Record<Heat, string> = {
  none: 'None',
  edit_size: 'Size of the edit',
  strain: 'Strain',
  penetration: 'Penetration',
  handle_error: 'Handle error',
};

/** What a view shows besides the body. */
export function DisplayMenu(props: { view: ViewName }) {
  return (
    <Popover
      class="chip"
      title="Display"
      align="right"
      width={300}
      label={
        <>
          <Icon name="eye" size={12} />
          <span class="wide">Display</span>
          <Icon name="down" size={10} />
        </>
      }
    >
      {() => (
        <div class="display-menu">
          <SurfaceRow view={props.view} />
          <For each={switches}>{(one) => <SwitchRow {...one} />}</For>
          <hr />
          <HeatRow />
          <ModeRow />
        </div>
      )}
    </Popover>
  );
}

function SurfaceRow(props: { view: ViewName }) {
  const editor = useEditor();
  return (
    <Show when={editor.shot.opened?.render_surface}>
      <ChoiceRow
        label="Surface"
        tip="The fine surface that is rendered, or the mesh that is simulated."
        value={editor.view.surfaces[props.view]}
        choices={{ render: 'Render', simulation: 'Simulation' }}
        onChange={(kind) => setSurface(editor, props.view, kind)}
      />
      <hr />
    </Show>
  );
}

function SwitchRow(props: SwitchLine) {
  const editor = useEditor();
  return (
    <Row label={props.title} tip={props.tip}>
      <Switch
        label={props.title}
        on={editor.view.overlays[props.name]}
        onChange={() => toggleOverlay(editor, props.name)}
      />
      <i class={`swatch ${props.color}`} />
      <For each={props.amounts}>{(amount) => <AmountField {...amount} />}</For>
    </Row>
  );
}

function AmountField(props: Amount) {
  const editor = useEditor();
  const set = (value: number) => editor.setView('overlays', props.name, value);
  const measure = (): Measure => ({
    dimension: 'frames',
    unit: 'f',
    decimals: 0,
    min: 1,
    max: props.most,
  });
  return (
    <NumberField
      label={props.label}
      value={editor.view.overlays[props.name]}
      measure={measure()}
      soft={[0, props.soft]}
      step={props.soft / 240}
      unit={props.unit}
      onDrag={set}
      onChange={set}
    />
  );
}

function HeatRow() {
  const editor = useEditor();
  return (
    <Row
      label="Heat"
      tip="A number for each vertex as colour: how far the edit went, strain, how deep inside of obstacles, how far handles miss."
    >
      <Select
        label="Heat"
        value={editor.view.overlays.heat}
        choices={heats.map((value) => ({ value, title: heatTitles[value] }))}
        onChange={(heat) => setHeat(editor, heat)}
      />
    </Row>
  );
}

function ModeRow() {
  const editor = useEditor();
  const count = () => editor.shot.opened?.modes.count ?? 0;
  const mode = () => editor.view.mode;
  const hz = () => editor.shot.opened?.modes.hz[mode() ?? -1];
  return (
    <Show when={count() > 0}>
      <Row label="Mode" tip="Lets the right view swing in one way that the body likes to vibrate.">
        <Switch
          label="Show a mode"
          on={mode() !== null}
          onChange={(on) => setMode(editor, on ? 0 : null)}
        />
        <NumberField
          label="Mode"
          value={(mode() ?? 0) + 1}
          measure={{ dimension: 'count', unit: '', decimals: 0, min: 1, max: count() }}
          soft={[1, count()]}
          step={0.2}
          disabled={mode() === null}
          unit={hz() === undefined ? `of ${count()}` : `${hz()?.toFixed(2)} Hz`}
          onDrag={(value) => setMode(editor, value - 1)}
          onChange={(value) => setMode(editor, value - 1)}
        />
      </Row>
    </Show>
  );
}
