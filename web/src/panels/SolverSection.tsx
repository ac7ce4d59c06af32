import { Show } from 'solid-js';
import { changeSettings, wantModes } from '../document/commands';
import { useEditor } from '../document/editor';
import type { GreenLayer, Settings } from '../protocol/shot';
import { ContactRows } from './ContactRows';
import { Row, Section, Segments, Switch } from './controls';
import type { Measure } from './number_text';
import { fixed } from './number_text';
import { NumberField } from './NumberField';
import { withCost, withDamping } from './settings_edits';
import { tips } from './tips';

const count: Measure = { dimension: 'count', unit: '', decimals: 0, min: 1, max: 2000 };
const ratio: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 2 };
const rate: Measure = { dimension: 'rate', unit: '1/s', decimals: 2, min: 0, max: 1000 };
const delay: Measure = { dimension: 'time', unit: 'ms', decimals: 1, min: 0, max: 10 };
const step: Measure = { dimension: 'time', unit: 'ms', decimals: 1, min: 0, max: 1 };
const half: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 0.5 };
const squareSeconds: Measure = { dimension: 'count', unit: '', decimals: 3, min: 1e-6, max: 1e3 };

/** How the answer of the material is worked out. */
export function SolverSection(props: { layer: GreenLayer }) {
  const editor = useEditor();
  const settings = () => props.layer.settings;
  const change = (changed: Settings) => void changeSettings(editor, props.layer.id, changed);
  return (
    <Section title="Solver">
      <ModesRow settings={settings()} onChange={change} />
      <DampingRows settings={settings()} onChange={change} />
      <TimeRows settings={settings()} onChange={change} />
      <Row label="Exact handles" tip={tips.exact}>
        <Switch
          label="Exact handles"
          on={settings().exact_handles}
          onChange={(exact_handles) => change({ ...settings(), exact_handles })}
        />
        <Iterations layer={props.layer} />
      </Row>
      <Row label="Reach" tip={tips.reach}>
        <NumberField
          label="Reach"
          value={settings().cost.reach}
          measure={half}
          soft={[0, 0.5]}
          step={0.0025}
          unit="calm"
          onChange={(reach) => change(withCost(settings(), { reach }))}
        />
      </Row>
      <ContactRows layer={props.layer} onChange={change} />
    </Section>
  );
}

type RowsProps = { settings: Settings; onChange: (settings: Settings) => void };

function ModesRow(props: RowsProps) {
  const editor = useEditor();
  const ready = () => editor.shot.opened?.modes.count ?? 0;
  const set = (modes: number) => {
    props.onChange({ ...props.settings, modes });
    if (modes > ready()) void wantModes(editor, modes);
  };
  const unit = () => {
    const wanted = props.settings.modes;
    return wanted > ready() ? `${ready()} ready` : `of ${ready()}`;
  };
  const highest = () => editor.shot.opened?.modes.hz.at(-1);
  return (
    <>
      <Row label="Modes" tip={tips.modes}>
        <NumberField
          label="Modes"
          value={props.settings.modes}
          measure={count}
          soft={[0, Math.max(400, ready())]}
          step={1}
          unit={unit()}
          onChange={set}
        />
      </Row>
      <Show when={highest()}>
        {(hz) => (
          <Row label="Frequencies">
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
  return (
    <>
      <Row label="Damping" tip={tips.damping}>
        <NumberField
          label="Damping ratio"
          value={damping().ratio}
          measure={ratio}
          soft={[0, 0.5]}
          step={0.0025}
          unit="of critical"
          onChange={(value) => props.onChange(withDamping(props.settings, { ratio: value }))}
        />
      </Row>
      <Row label="Slow damping" tip={tips.massDamping}>
        <NumberField
          label="Mass damping"
          value={damping().mass}
          measure={rate}
          soft={[0, 5]}
          step={0.02}
          onChange={(mass) => props.onChange(withDamping(props.settings, { mass }))}
        />
      </Row>
      <Row label="Stiff damping" tip={tips.stiffnessDamping}>
        <NumberField
          label="Stiffness damping"
          value={damping().stiffness}
          measure={delay}
          soft={[0, 0.1]}
          step={2e-4}
          onChange={(stiffness) => props.onChange(withDamping(props.settings, { stiffness }))}
        />
      </Row>
    </>
  );
}

const costs = [
  { value: 'dynamics', title: 'Dynamic' },
  { value: 'smooth', title: 'Smooth' },
  { value: 'paper_dynamics', title: 'Paper' },
] as const;
const ends = [
  { value: 'both', title: 'Both' },
  { value: 'start', title: 'Start' },
  { value: 'loop', title: 'Loop' },
] as const;

function TimeRows(props: RowsProps) {
  const { shot } = useEditor();
  const cost = () => props.settings.cost;
  const frameTime = () => 1 / (shot.opened?.fps ?? 30);
  const change = (part: Partial<Settings['cost']>) =>
    props.onChange(withCost(props.settings, part));
  return (
    <>
      <Row label="Timestep" tip={tips.timestep}>
        <NumberField
          label="Editing timestep"
          value={cost().timestep || frameTime()}
          measure={step}
          soft={[0, 4 * frameTime()]}
          step={2e-4}
          unit={cost().timestep ? 'ms' : 'ms, as the motion'}
          onChange={(timestep) =>
            change({ timestep: Math.abs(timestep - frameTime()) < 1e-6 ? 0 : timestep })
          }
        />
      </Row>
      <Row label="Cost" tip={tips.cost}>
        <Segments
          label="Cost"
          value={cost().kind}
          choices={[...costs]}
          onChange={(kind) => change({ kind })}
        />
      </Row>
      <Show when={cost().kind === 'smooth'}>
        <Row label="Smoothness" tip={tips.smoothness}>
          <NumberField
            label="Smoothness"
            value={cost().smoothness}
            measure={squareSeconds}
            soft={[0, 4]}
            step={0.01}
            unit="s²"
            onChange={(smoothness) => change({ smoothness })}
          />
        </Row>
      </Show>
      <Row label="Ends" tip={tips.ends}>
        <Segments
          label="Ends"
          value={cost().ends}
          choices={[...ends]}
          onChange={(value) => change({ ends: value })}
        />
      </Row>
    </>
  );
}

function Iterations(props: { layer: GreenLayer }) {
  const { shot } = useEditor();
  const text = () => {
    const report = shot.reports[props.layer.id];
    const done = report?.iterations;
    if (done === undefined || done === null || props.layer.wishes.length === 0) return '';
    if (report.degenerate) return 'stopped: too far';
    return `${done} ${done === 1 ? 'iteration' : 'iterations'}`;
  };
  return <span class="aside">{text()}</span>;
}
