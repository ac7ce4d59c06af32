import { For, Show } from 'solid-js';
import { edit } from '../document/ask';
import { useEditor } from '../document/editor';
import { ChoiceRow, Row, Section, Select, Switch } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { NumberRow } from '../widgets/NumberRow';
import { tips } from '../text/tips';
import type { Edit } from '../shot/edits';
import type { PoseSettings, PoseSource, SpectrumControls } from '../shot/poses';

const factor: Measure = { dimension: 'count', unit: '×', decimals: 2, min: 0.01, max: 100 };
const share: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 1 };
const rate: Measure = { dimension: 'rate', unit: '1/s', decimals: 2, min: 0, max: 1000 };
const delay: Measure = { dimension: 'time', unit: 'ms', decimals: 1, min: 0, max: 10 };

const methods = { wiggly: 'Wiggly spline', swing: 'Free swing' } as const;
const paths = { linear: 'Linear', spline: 'Spline', ballistic: 'Ballistic' } as const;
const homes = { poses: 'The poses', rest: 'Rest shape' } as const;

type RowsProps = { settings: PoseSettings; toEdit: (change: Partial<PoseSettings>) => Edit };

/** How the body goes from pose to pose. */
export function BetweenSection(props: { poses: PoseSource }) {
  const editor = useEditor();
  const settings = () => props.poses.settings;
  const toEdit = (change: Partial<PoseSettings>): Edit => ({
    edit: 'change_pose_settings',
    settings: { ...settings(), ...change },
    drag: 0,
  });
  const change = (part: Partial<PoseSettings>) => void edit(editor, toEdit(part));
  return (
    <Section title="Between poses">
      <Row label="Method" tip={tips.between}>
        <Select
          label="Method"
          value={settings().between}
          choices={methods}
          onChange={(between) => change({ between })}
        />
      </Row>
      <ChoiceRow
        label="Swings about"
        tip={tips.settlesAt}
        value={settings().settles_at ?? 'poses'}
        choices={homes}
        onChange={(settles_at) => change({ settles_at })}
      />
      <Show when={props.poses.free}>
        <ChoiceRow
          label="Centre path"
          tip={tips.centre}
          value={settings().centre}
          choices={paths}
          onChange={(centre) => change({ centre })}
        />
      </Show>
      <SpectrumRows settings={settings()} toEdit={toEdit} />
      <StartRows settings={settings()} toEdit={toEdit} />
    </Section>
  );
}

const lightDamping = { mass: 0.4, stiffness: 0.008 }; // 1/s, s: where a person begins

function SpectrumRows(props: RowsProps) {
  const editor = useEditor();
  const spectrum = () => props.settings.spectrum;
  const toEdit = (part: Partial<SpectrumControls>) =>
    props.toEdit({ spectrum: { ...spectrum(), ...part } });
  return (
    <>
      <NumberRow
        label="Stiffness"
        tip={tips.poseStiffness}
        value={spectrum().stiffness}
        measure={factor}
        soft={[0, 2]}
        step={0.01}
        toEdit={(stiffness) => toEdit({ stiffness })}
      />
      <ChoiceRow
        label="Damping by"
        tip={tips.dampingFrom}
        value={spectrum().rayleigh ? 'material' : 'curve'}
        choices={{ curve: 'Curve', material: 'Material' }}
        onChange={(by) =>
          void edit(editor, toEdit({ rayleigh: by === 'curve' ? null : lightDamping }))
        }
      />
      <Show when={spectrum().rayleigh}>
        {(rayleigh) => (
          <MaterialRows rayleigh={rayleigh()} toEdit={(changed) => toEdit({ rayleigh: changed })} />
        )}
      </Show>
    </>
  );
}

type Rayleigh = NonNullable<SpectrumControls['rayleigh']>;

function MaterialRows(props: { rayleigh: Rayleigh; toEdit: (rayleigh: Rayleigh) => Edit }) {
  return (
    <>
      <NumberRow
        label="Slow damping"
        tip={tips.massDamping}
        value={props.rayleigh.mass}
        measure={rate}
        soft={[0, 2]}
        step={0.01}
        toEdit={(mass) => props.toEdit({ ...props.rayleigh, mass })}
      />
      <NumberRow
        label="Fast damping"
        tip={tips.stiffnessDamping}
        value={props.rayleigh.stiffness}
        measure={delay}
        soft={[0, 0.06]}
        step={2e-4}
        toEdit={(stiffness) => props.toEdit({ ...props.rayleigh, stiffness })}
      />
    </>
  );
}

// The parts of eq. 15 (Huang 2011).
const dear: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 1000 };
const weightRows = [
  { name: 'velocity', label: 'No jerk', tip: tips.dearVelocity },
  { name: 'frequency', label: 'Keep Hz', tip: tips.dearFrequency },
  { name: 'decay', label: 'Keep damping', tip: tips.dearDecay },
] as const;

// A free swing has a start to calm; a spline through all poses has none, and can go around.
function StartRows(props: RowsProps) {
  const editor = useEditor();
  const change = (part: Partial<PoseSettings>) => void edit(editor, props.toEdit(part));
  return (
    <Show
      when={props.settings.between === 'swing'}
      fallback={
        <Row label="Loop" tip={tips.poseLoop}>
          <Switch label="Loop" on={props.settings.loop} onChange={(loop) => change({ loop })} />
        </Row>
      }
    >
      <NumberRow
        label="Calm start"
        tip={tips.calmStart}
        value={props.settings.rest_shift}
        measure={share}
        soft={[0, 1]}
        step={0.005}
        toEdit={(rest_shift) => props.toEdit({ rest_shift })}
      />
      <Row label="Adjusted" tip={tips.adjustStart}>
        <Switch
          label="Adjust frequency and damping for a calm start"
          on={props.settings.adjust}
          onChange={(adjust) => change({ adjust })}
        />
      </Row>
      <Show when={props.settings.adjust}>
        <For each={weightRows}>
          {({ name, label, tip }) => (
            <NumberRow
              label={label}
              field={`${label}: weight`}
              tip={tip}
              value={props.settings.adjustment[name]}
              measure={dear}
              soft={[0, 1]}
              step={0.005}
              toEdit={(value) =>
                props.toEdit({ adjustment: { ...props.settings.adjustment, [name]: value } })
              }
            />
          )}
        </For>
      </Show>
    </Show>
  );
}
