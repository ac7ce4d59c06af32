import { createEffect, createSignal, For, Index, onCleanup, Show } from 'solid-js';
import { cancelJob, redo, setWorkspace, undo } from '../document/commands';
import { useEditor } from '../document/editor';
import { lastingJobs } from '../document/state';
import type { Workspace } from '../document/view_state';
import type { Job } from '../protocol/messages';
import { Icon } from '../widgets/Icon';
import { Menu } from './Menu';
import { editMenu, fileMenu, viewMenu } from './menus';

const workspaces: [Workspace, string][] = [
  ['edit', 'Edit'],
  ['poses', 'Poses'],
  ['inspect', 'Inspect'],
];

export function TopBar() {
  const editor = useEditor();
  const { shot, view } = editor;
  return (
    <header class="topbar">
      <div>
        <span class="brand">
          <Icon name="brand" size={20} />
        </span>
        <Menu label="File" items={fileMenu(editor)} />
        <Show when={shot.opened}>
          <Menu label="Edit" items={editMenu(editor)} />
          <Menu label="View" items={viewMenu(editor)} />
          <ShotName />
        </Show>
      </div>
      <Show when={shot.opened} fallback={<span />}>
        <nav class="tabs">
          <For each={workspaces}>
            {([name, title]) => (
              <button
                classList={{ on: view.workspace === name }}
                onClick={() => setWorkspace(editor, name)}
              >
                {title}
              </button>
            )}
          </For>
        </nav>
      </Show>
      <div class="right">
        <Jobs />
        <button class="find" onClick={() => editor.setView('dialog', 'palette')}>
          <Icon name="search" size={14} />
          <span class="wide">Find a command</span>
          <kbd>F3</kbd>
        </button>
        <Show when={shot.opened}>
          <button class="btn" onClick={() => editor.setView('dialog', 'export')}>
            <Icon name="export" size={14} />
            Export
          </button>
        </Show>
      </div>
    </header>
  );
}

function ShotName() {
  const editor = useEditor();
  const { shot } = editor;
  const file = () => shot.document?.file?.split(/[\\/]/).at(-1) ?? '';
  return (
    <>
      <div class="shot-name">
        <b>{shot.document?.name || shot.opened?.name}</b>
        <span class="mut wide">{file()}</span>
        <Show when={shot.document?.changed}>
          <i class="dot" title="Unsaved changes" />
        </Show>
      </div>
      <span class="history-buttons">
        <button
          class="icon-btn"
          title={`Undo ${shot.document?.undo ?? ''} (Ctrl Z)`}
          disabled={!shot.document?.undo}
          onClick={() => void undo(editor)}
        >
          <Icon name="undo" />
        </button>
        <button
          class="icon-btn"
          title={`Redo ${shot.document?.redo ?? ''} (Shift Ctrl Z)`}
          disabled={!shot.document?.redo}
          onClick={() => void redo(editor)}
        >
          <Icon name="redo" />
        </button>
      </span>
    </>
  );
}

function Jobs() {
  const { shot } = useEditor();
  const [now, setNow] = createSignal(Date.now());
  createEffect(() => {
    if (shot.jobs.length === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 100);
    onCleanup(() => clearInterval(timer));
  });
  return <Index each={lastingJobs(shot.jobs, now())}>{(job) => <JobChip job={job()} />}</Index>;
}

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}

function JobChip(props: { job: Job }) {
  const editor = useEditor();
  const percent = () => `${Math.round(100 * (props.job.fraction ?? 0))}%`;
  return (
    <div class="job" style={{ '--p': percent() }}>
      <span class="hi">{props.job.name}</span>
      <span>{props.job.step || percent()}</span>
      <Show when={props.job.left}>
        {(left) => <span class="mut wide">· {timeLeft(left())}</span>}
      </Show>
      <button class="icon-btn" title="Cancel" onClick={() => void cancelJob(editor, props.job.job)}>
        <Icon name="close" size={12} />
      </button>
    </div>
  );
}
