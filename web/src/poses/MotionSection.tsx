import { Show } from 'solid-js';
import { Section } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { NumberRow } from '../widgets/NumberRow';
import { tips } from '../text/tips';
import type { Edit, PoseChange } from '../shot/edits';
import type { PoseSource } from '../shot/poses';

const modes: Measure = { dimension: 'count', unit: '', decimals: 0, min: 1, max: 2000 };
const share: Measure = { dimension: 'count', unit: '', decimals: 2, min: 0, max: 1 };
const longest = 100_000; // frames

/** The motion as a whole: how long, how fine, how much of what was given stays. */
export function MotionSection(props: { poses: PoseSource }) {
  const last = () => props.poses.keys.at(-1)?.frame ?? 1;
  const length = (): Measure => ({
    ...{ dimension: 'frames', unit: 'f', decimals: 0 },
    ...{ min: last() + 1, max: longest },
  });
  const toEdit = (change: PoseChange): Edit => ({
    edit: 'change_pose_settings',
    drag: 0,
    ...change,
  });
  return (
    <Section title="Motion" kept="pose-motion">
      <NumberRow
        label="Length"
        tip={tips.poseLength}
        value={props.poses.frames}
        measure={length()}
        step={0.5}
        toEdit={(frames) => toEdit({ frames })}
      />
      <NumberRow
        label="Modes"
        tip={tips.poseModes}
        value={props.poses.modes}
        measure={modes}
        soft={[0, 200]}
        step={0.5}
        toEdit={(count) => toEdit({ modes: count })}
      />
      <Show when={props.poses.share !== null && props.poses.share !== undefined}>
        <NumberRow
          label="Swing"
          field="Share of the swing"
          tip={tips.poseShare}
          value={props.poses.share ?? 0}
          measure={share}
          soft={[0, 1]}
          step={0.005}
          toEdit={(value) => toEdit({ share: value })}
        />
      </Show>
    </Section>
  );
}
