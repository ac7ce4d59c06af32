import { createEffect, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { inspect, setEditFrame, setHeat, setPlaying, setTool } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { Section } from '../widgets/controls';
import { lengthText, rangeText } from '../text/number_text';
import { HistorySection } from '../panels/HistorySection';
import type { InspectedProblem } from '../protocol/messages';
import { fixAndCheck, fixEach, goToProblem, inspectionOf } from '../document/inspect_commands';
import { LimitSection } from './LimitSection';
import { finePoints, framesText, sortedProblems } from '../document/problem_facts';

const quiet = 800; // ms after the last edit before everything is checked again

/** What is wrong over all frames, what touches what, and what to do about it. */
export function InspectPanel() {
  const editor = useEditor();
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(
    on(
      () => editor.shot.document?.state,
      (_, before) => {
        clearTimeout(timer);
        timer = setTimeout(() => void inspect(editor), before === undefined ? 0 : quiet);
      },
    ),
  );
  onCleanup(() => clearTimeout(timer));
  showOneView(editor);
  return (
    <aside class="inspector" aria-label="Inspection">
      <div class="scroll">
        <ProblemSection />
        <ContactSection />
      </div>
      <LimitSection />
      <HistorySection />
    </aside>
  );
}

// One large view of the result while inspecting, with a heat overlay, where a click reads a value;
// after it, everything as before.
function showOneView(editor: Editor): void {
  const { maximized, tool } = editor.view;
  const { heat } = editor.view.overlays;
  editor.setView('maximized', 'edit');
  setTool(editor, 'probe');
  setPlaying(editor, false);
  if (heat === 'none') setHeat(editor, 'penetration');
  onCleanup(() => {
    editor.setView('maximized', maximized);
    setTool(editor, tool);
    setHeat(editor, heat);
  });
}

function ProblemSection() {
  const editor = useEditor();
  const [ignored, setIgnored] = createSignal<ReadonlySet<string>>(new Set());
  const problems = () =>
    sortedProblems(inspectionOf(editor)).filter(({ key }) => !ignored().has(key));
  const fixable = () => problems().filter((problem) => problem.fix);
  const isChecking = () => editor.shot.jobs.some(({ name }) => /check|inspect/i.test(name));
  return (
    <Section
      title="Problems"
      counts={<Counts problems={problems()} />}
      tools={
        <>
          <Show when={fixable().length > 1}>
            <button class="btn small ghost" onClick={() => void fixEach(editor, fixable)}>
              Fix all
            </button>
          </Show>
          <button
            class="btn small ghost"
            title="Check all frames again"
            onClick={() => void inspect(editor)}
          >
            Check
          </button>
        </>
      }
    >
      <div class="problem-list">
        <For each={problems()}>
          {(problem) => (
            <ProblemItem
              problem={problem}
              onIgnore={() => setIgnored(new Set([...ignored(), problem.key]))}
            />
          )}
        </For>
        <Show when={problems().length === 0}>
          <p class="empty">
            {isChecking() || !editor.shot.inspection
              ? 'Looking at all frames…'
              : 'Nothing to complain about in any frame.'}
          </p>
        </Show>
        <FinePoints />
      </div>
    </Section>
  );
}

function FinePoints() {
  const editor = useEditor();
  return (
    <div class="fine-points">
      <For each={finePoints(inspectionOf(editor))}>
        {(text) => (
          <span>
            <Icon name="check" size={12} />
            {text}
          </span>
        )}
      </For>
    </div>
  );
}

function Counts(props: { problems: InspectedProblem[] }) {
  const count = (severity: string) =>
    props.problems.filter((one) => one.severity === severity).length;
  return (
    <>
      <Show when={count('error')}>
        {(errors) => <span class="tag problem-error colored">{errors()}</span>}
      </Show>
      <Show when={count('warning')}>
        {(warnings) => <span class="tag problem-warning colored">{warnings()}</span>}
      </Show>
    </>
  );
}

const icons = { error: 'error', warning: 'warn', note: 'info' } as const;

function ProblemItem(props: { problem: InspectedProblem; onIgnore: () => void }) {
  const editor = useEditor();
  const isShown = () => editor.view.problem === props.problem.key;
  return (
    <div class={`problem problem-${props.problem.severity}`} classList={{ on: isShown() }}>
      <button class="problem-face" onClick={() => goToProblem(editor, props.problem)}>
        <Icon name={icons[props.problem.severity]} size={14} />
        <b>{props.problem.title}</b>
        <span class="frames">{framesText(props.problem.frames)}</span>
        <span class="text">{props.problem.text}</span>
      </button>
      <Show when={isShown()}>
        <div class="problem-acts">
          <Show when={props.problem.fix}>{(fix) => <p class="cap mut">{fix().effect}</p>}</Show>
          <div>
            <Show when={props.problem.fix}>
              {(fix) => (
                <button
                  class="btn small primary"
                  onClick={() => void fixAndCheck(editor, props.problem)}
                >
                  {fix().title}
                </button>
              )}
            </Show>
            <button class="btn small" onClick={() => goToProblem(editor, props.problem)}>
              Go there
            </button>
            <button class="btn small ghost" onClick={() => props.onIgnore()}>
              Ignore
            </button>
          </div>
        </div>
      </Show>
    </div>
  );
}

function ContactSection() {
  const editor = useEditor();
  const contacts = () => editor.shot.inspection?.contacts ?? [];
  const vertices = () => contacts().reduce((sum, { vertices: count }) => sum + count, 0);
  const limit = () =>
    inspectionOf(editor)?.graphs.find(({ key }) => key.includes('penetration'))?.limit ?? 1e-3;
  return (
    <Section
      title="Contacts"
      tag={contacts().length > 0 ? `${vertices()} in ${contacts().length} places` : undefined}
    >
      <Show
        when={contacts().length > 0}
        fallback={<p class="empty">The body touches nothing in this motion.</p>}
      >
        <div class="list contact-list">
          <div class="list-head">
            <span />
            <span>where</span>
            <span>kind</span>
            <span class="right">frames</span>
            <span class="right">verts</span>
            <span class="right">depth</span>
          </div>
          <For each={contacts()}>
            {(contact) => {
              const isDeep = () => (contact.depth ?? 0) > limit();
              return (
                <button
                  class="list-item"
                  onClick={() => {
                    setEditFrame(editor, contact.frames[0]);
                    setHeat(editor, 'penetration');
                    editor.setView('overlays', 'contacts', true);
                  }}
                >
                  <span class={`mark circle ${isDeep() ? 'c-error' : 'c-contact'}`} />
                  <span>{contact.obstacle}</span>
                  <span class="mut">{contact.kind}</span>
                  <span class="right">{rangeText(contact.frames[0], contact.frames[1])}</span>
                  <span class="right">{contact.vertices}</span>
                  <span class="right" classList={{ error: isDeep() }}>
                    {lengthText(contact.depth ?? 0)}
                  </span>
                </button>
              );
            }}
          </For>
        </div>
      </Show>
    </Section>
  );
}
