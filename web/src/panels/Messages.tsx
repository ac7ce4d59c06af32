import { createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { dismissProblem } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import type { Told } from '../document/state';

const icons = { error: 'error', warning: 'warn', note: 'info' } as const;

const noteTime = 8000; // ms: a note asks for nothing, so it goes by itself

/** What, where, expected and found, what to do. */
export function ProblemNote(props: { problem: Told }) {
  const editor = useEditor();
  onMount(() => {
    if (props.problem.severity !== 'note' || props.problem.copies) return;
    const timer = setTimeout(() => dismissProblem(editor, props.problem.key), noteTime);
    onCleanup(() => clearTimeout(timer));
  });
  const facts = () => {
    const { expected, found } = props.problem;
    return [expected && `Expected ${expected}`, found && `found ${found}`]
      .filter(Boolean)
      .join(', ');
  };
  return (
    <div class={`message ${props.problem.severity}`} role="alert">
      <Icon name={icons[props.problem.severity]} size={14} />
      <div>
        <b>{sentence(props.problem.what)}</b>
        <Show when={props.problem.where}>
          <p class="mut where">{props.problem.where}</p>
        </Show>
        <Show when={facts()}>
          <p>{facts()}.</p>
        </Show>
        <Show when={props.problem.advice}>
          <p>{sentence(props.problem.advice ?? '')}.</p>
        </Show>
      </div>
      <div class="acts">
        <button class="btn small" onClick={() => dismissProblem(editor, props.problem.key)}>
          Understood
        </button>
        <Show when={props.problem.copies}>{(path) => <CopyPath path={path()} />}</Show>
      </div>
    </div>
  );
}

/** To paste where another program asks for a file. */
function CopyPath(props: { path: string }) {
  const [isCopied, setCopied] = createSignal(false);
  const copy = () => void navigator.clipboard.writeText(props.path).then(() => setCopied(true));
  return (
    <button class="btn small" onClick={copy}>
      {isCopied() ? 'Copied' : 'Copy path'}
    </button>
  );
}

function sentence(text: string): string {
  const trimmed = text.replace(/\.$/, '');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

/** The newest problem that belongs to the place where this stands. It goes with the place. */
export function ProblemNotes(props: { about: readonly string[] }) {
  const editor = useEditor();
  const own = () =>
    editor.shot.problems.filter(({ about }) => about && props.about.includes(about)).slice(-1);
  onCleanup(() => own().forEach(({ key }) => dismissProblem(editor, key)));
  return <For each={own()}>{(problem) => <ProblemNote problem={problem} />}</For>;
}

// Questions that the page asks by itself: when a shot closes under them, nobody needs to know.
const unasked = ['look', 'look_away', 'trail', 'amplitudes', 'force', 'contacts', 'mode'];
const ofPoses = ['make_poses', 'store_pose', 'bend_pose', 'unbend_pose', 'edit'];
const ofEdits = ['save_edit', 'apply_edit'];
const ofFiles = ['open', 'files', 'save', 'save_as', 'export', 'examine', 'import', ...ofEdits];
const sheets = ['open', 'save_as', 'export', 'import', ...ofEdits];

// Those that a sheet or the welcome page shows itself, or that need no place.
function hasPlace(editor: Editor, { about, what }: Told): boolean {
  if (about && unasked.includes(about) && what === 'no shot is open') return true;
  if (about && ofPoses.includes(about) && editor.view.workspace === 'poses') return true;
  if (about && ofFiles.includes(about))
    return sheets.includes(editor.view.dialog) || (about === 'open' && !editor.shot.opened);
  return false;
}

/** Below the jobs: what went wrong and has no better place. Stays until it was read; notes go. */
export function Messages() {
  const editor = useEditor();
  const shown = () =>
    editor.shot.problems.filter((problem) => !hasPlace(editor, problem)).slice(-3);
  return (
    <Show when={shown().length > 0}>
      <div class="messages" aria-live="polite">
        <For each={shown()}>{(problem) => <ProblemNote problem={problem} />}</For>
      </div>
    </Show>
  );
}
