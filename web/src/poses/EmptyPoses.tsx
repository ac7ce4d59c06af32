import { createMemo, createSignal, Show } from 'solid-js';
import { frameCount, hasUnreadPoses, makePoses, unreadPoses } from '../document/commands';
import { useEditor } from '../document/editor';
import { sourceName } from '../document/strangers';
import { sourceKind } from '../shot/source';
import { ProblemNotes } from '../panels/Messages';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { evenFrames } from '../shot/pose_frames';

const most = 12;
const count: Measure = { dimension: 'count', unit: 'poses', decimals: 0, min: 2, max: most };

/** For a shot without poses that this page can show. */
export function EmptyPoses() {
  const editor = useEditor();
  return (
    <Show when={hasUnreadPoses(editor)} fallback={<NoPoses />}>
      <section class="spectrum empty-poses" aria-label="Poses">
        <div>
          <h2>{unreadPoses}</h2>
          <p>They stay as they are, and the motion through them plays.</p>
        </div>
      </section>
    </Show>
  );
}

// What poses are, and how to get them.
function NoPoses() {
  const editor = useEditor();
  const isStill = () => sourceKind(sourceName(editor.shot)).isStill;
  const [wanted, setWanted] = createSignal(4);
  const [busy, setBusy] = createSignal(false);
  const frames = createMemo(() => evenFrames(isStill() ? 2 : wanted(), frameCount(editor)));
  const make = async () => {
    setBusy(true);
    await makePoses(editor, frames());
    setBusy(false);
  };
  return (
    <section class="spectrum empty-poses" aria-label="Poses">
      <div>
        <h2>No key poses yet</h2>
        <p>
          A few poses become a motion: the body swings from one to the next as its material would,
          and curves say how lively each part of it is. What layers do goes into the poses, and Undo
          brings everything back.
        </p>
        <Show
          when={!isStill()}
          fallback={<p>This body is at rest: two poses to begin with, one at each end.</p>}
        >
          <div class="empty-row">
            <span>Taken from this motion</span>
            <NumberField
              label="How many poses"
              value={wanted()}
              measure={count}
              step={0.05}
              soft={[2, most]}
              onDrag={setWanted}
              onChange={setWanted}
            />
          </div>
          <p class="mut cap">at frames {frames().join(', ')}</p>
        </Show>
        <button class="btn primary" disabled={busy()} onClick={() => void make()}>
          {isStill() ? 'Begin with two poses' : `Make ${frames().length} poses`}
        </button>
        <ProblemNotes about={['make_poses']} />
      </div>
    </section>
  );
}
