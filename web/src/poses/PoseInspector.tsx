import { Show } from 'solid-js';
import { chosenPose, posesOf } from '../document/commands';
import { useEditor } from '../document/editor';
import { ChoiceRow, Section } from '../widgets/controls';
import { HistorySection } from '../panels/HistorySection';
import { ProblemNotes } from '../panels/Messages';
import { tips } from '../text/tips';
import { BetweenSection } from './BetweenSection';
import { HoldSection } from './HoldSection';
import { MotionSection } from './MotionSection';
import { PoseSection } from './PoseSection';

/** Messages about these are shown here while poses are edited. */
export const poseRequests = ['store_pose', 'bend_pose', 'unbend_pose', 'edit'] as const;

/** Right of the spectrum: the chosen pose, how the body goes from one to the next, what stays put. */
export function PoseInspector() {
  const editor = useEditor();
  const poses = () => posesOf(editor);
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="scroll">
        <div class="pose-problems">
          <ProblemNotes about={poseRequests} />
        </div>
        <Show when={poses()} fallback={<p class="empty">Poses have their settings here.</p>}>
          {(found) => (
            <>
              <Show
                when={chosenPose(editor)}
                fallback={
                  <Section title="Pose" kept="pose">
                    <p class="empty">Choose a card to see its pose and to bend it.</p>
                  </Section>
                }
              >
                {(pose) => <PoseSection pose={pose()} poses={found()} />}
              </Show>
              <BetweenSection poses={found()} />
              <MotionSection poses={found()} />
              <HoldSection poses={found()} />
              <CompareSection />
            </>
          )}
        </Show>
      </div>
      <HistorySection />
    </aside>
  );
}

function CompareSection() {
  const editor = useEditor();
  return (
    <Section title="Compare">
      <ChoiceRow
        label="Show beside"
        tip={tips.beside}
        value={editor.view.poses.beside}
        choices={{ off: 'Off', linear: 'Linear', warped: 'Warped' }}
        onChange={(beside) => editor.setView('poses', 'beside', beside)}
      />
    </Section>
  );
}
