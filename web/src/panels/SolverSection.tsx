import { Show } from 'solid-js';
import { createCalm } from '../widgets/calm';
import { edit } from '../document/ask';
import { wantModes } from '../document/commands';
import { useEditor } from '../document/editor';
import type { Edit } from '../shot/edits';
import { wishesOf, type SolvedLayer } from '../shot/layer';
import type { Settings } from '../shot/shot';
import { ContactRows } from './ContactRows';
import { ChoiceRow, Row, Section, Switch } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { fixed } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { createLiveField, NumberRow } from '../widgets/NumberRow';
import { withCost, withDamping, withKind } from './settings_edits';
import { tips } from '../text/tips';

const count: Measure = { dimension: 'count', unit: '', decimals: 0, min: 1, max: 2000 };
const ratio: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 2 };
const rate: Measure = { dimension: 'rate', unit: '1/s', decimals: 2, min: 0, max: 1000 };
const delay: Measure = { dimension: 'time', unit: 'ms', decimals: 1, min: 0, max: 10 };
const step: Measure = { dimension: 'time', unit: 'ms', decimals: 1, min: 0, max: 1 };
const reach: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 2 };
const squareSeconds: Measure = { dimension: 'count', unit: '', decimals: 3, min: 1e-6, max: 1e3 };

/** How the answer of the material is worked out. */
export function SolverSection(props: { layer: SolvedLayer }) {
  const editor = useEditor();
  const settings = () => props.layer.settings;
  const toEdit = (changed: Settings): Edit => settingsEdit(props.layer.id, changed);
  const change = (changed: Settings) => void edit(editor, toEdit(changed));
  return (
    <Section title="Solver">
      <ModesRow layer={props.layer} />
      <DampingRows settings={settings()} toEdit={toEdit} />
      <TimeRows settings={settings()} toEdit={toEdit} />
      <Row label="Exact handles" tip={tips.exact}>
        <Switch
          label="Exact handles"
          on={settings().exact_handles}
          onChange={(exact_handles) => change({ ...settings(), exact_handles })}
        />
        <Iterations layer={props.layer} />
      </Row>
      <NumberRow
        label="Reach"
        tip={tips.reach}
        value={settings().cost.reach}
        measure={reach}
        soft={[0, 1.5]}
        step={0.005}
        toEdit={(value) => toEdit(withCost(settings(), { reach: value }))}
      />
      <ContactRows layer={props.layer} onChange={change} />
    </Section>
  );
}

const settingsEdit = (layer: number, settings: Settings): Edit => ({
  edit: 'change_settings',
  layer,
  settings,
});

type RowsProps = { settings: Settings; toEdit: (settings: Settings) => Edit };

function ModesRow(props: { layer: SolvedLayer }) {
  const editor = useEditor();
  const settings = () => props.layer.settings;
  const ready = () => editor.shot.opened?.modes.count ?? 0;
  const live = createLiveField((modes) => settingsEdit(props.layer.id, { ...settings(), modes }));
  const set = (modes: number) => {
    live.onChange(modes);
    if (modes > ready()) void wantModes(editor, modes);
  };
  const unit = () => (settings().modes > ready() ? `${ready()} ready` : `of ${ready()}`);
  const highest = () => editor.shot.opened?.modes.hz.at(-1);
  return (
    <>
      <Row label="Modes" tip={tips.modes}>
        <NumberField
          label="Modes"
          value={settings().modes}
          measure={count}
          soft={[0, Math.max(400, ready())]}
          step={1}
          unit={unit()}
          onDrag={(modes) => modes <= ready() && live.onDrag(modes)}
          onChange={set}
          onCancel={() => live.onCancel()}
        />
      </Row>
      <Show when={highest()}>
        {(hz) => (
          <Row label="Frequencies" tip={tips.frequencies}>
            <span class="aside left">
              {fixed(editor.shot.opened?.modes.hz[0] ?? 0, 2)} – {fixed(hz(), 1)} Hz
            </span>
          </Row>
        )}
      </Show>
    </>
  );
}

function DampingRows(props: RowsProps) {
  const damping = () => props.settings.cost.damping;
  const change = (part: Partial<Settings['cost']['damping']>) =>
    props.toEdit(withDamping(props.settings, part));
  return (
    <>
      <NumberRow
        label="Damping"
        field="Damping ratio"
        tip={tips.damping}
        value={damping().ratio}
        measure={ratio}
        soft={[0, 0.5]}
        step={0.0025}
        unit="ratio"
        toEdit={(value) => change({ ratio: value })}
      />
      <NumberRow
        label="Slow damping"
        field="Mass damping"
        tip={tips.massDamping}
        value={damping().mass}
        measure={rate}
        soft={[0, 5]}
        step={0.02}
        toEdit={(mass) => change({ mass })}
      />
      <NumberRow
        label="Fast damping"
        field="Stiffness damping"
        tip={tips.stiffnessDamping}
        value={damping().stiffness}
        measure={delay}
        soft={[0, 0.1]}
        step={2e-4}
        toEdit={(stiffness) => change({ stiffness })}
      />
    </>
  );
}

const costs = { dynamics: 'Dynamic', smooth: 'Smooth', paper_dynamics: '2012' } as const;
const ends = { both: 'Both', start: 'Start', loop: 'Loop' } as const;

function TimeRows(props: RowsProps) {
  const editor = useEditor();
  const cost = () => props.settings.cost;
  const frameTime = () => 1 / (editor.shot.opened?.fps ?? 30);
  const toEdit = (part: Partial<Settings['cost']>) => props.toEdit(withCost(props.settings, part));
  const change = (part: Partial<Settings['cost']>) => void edit(editor, toEdit(part));
  return (
    <>
      <NumberRow
        label="Frame time"
        field="Editing timestep"
        tip={tips.timestep}
        value={cost().timestep || frameTime()}
        measure={step}
        soft={[0, 4 * frameTime()]}
        step={2e-4}
        unit={cost().timestep ? 'ms' : 'ms, as the motion'}
        toEdit={(timestep) =>
          toEdit({ timestep: Math.abs(timestep - frameTime()) < 1e-6 ? 0 : timestep })
        }
      />
      <ChoiceRow
        label="Answer"
        tip={tips.cost}
        value={cost().kind}
        choices={costs}
        onChange={(kind) => void edit(editor, props.toEdit(withKind(props.settings, kind)))}
      />
      <Show when={cost().kind === 'smooth'}>
        <NumberRow
          label="Smoothness"
          tip={tips.smoothness}
          value={cost().smoothness}
          measure={squareSeconds}
          soft={[0, 4]}
          step={0.01}
          unit="s²"
          toEdit={(smoothness) => toEdit({ smoothness })}
        />
      </Show>
      <ChoiceRow
        label="Ends"
        tip={tips.ends}
        value={cost().ends}
        choices={ends}
        onChange={(value) => change({ ends: value })}
      />
    </>
  );
}

// Why exact handles stopped short of their targets, by what the report calls it.
const stops = {
  converged: '',
  yielded: 'gave way',
  element_limit: 'at the material’s limit',
  iteration_limit: 'stopped early',
} as const;

function Iterations(props: { layer: SolvedLayer }) {
  const { shot } = useEditor();
  const text = createCalm(() => {
    const report = shot.reports[props.layer.id];
    const done = report?.iterations;
    if (done === undefined || done === null || wishesOf(props.layer).length === 0) return '';
    const stopped = stops[report.stopped ?? 'converged'];
    if (stopped) return stopped;
    return `${done} ${done === 1 ? 'iteration' : 'iterations'}`;
  });
  return <span class="aside">{text()}</span>;
}
