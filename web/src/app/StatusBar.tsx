import { createSignal, For, onCleanup, Show } from 'solid-js';
import { useEditor, type Editor } from '../document/editor';
import type { Tool } from '../document/view_state';
import { caps } from '../keymap/chord';
import { chordsOf, hintsFor, table } from '../keymap/table';
import { createCalm } from '../widgets/calm';
import { connectionTrouble } from './connection_words';

type Hint = { keys: string[]; does: string };

const drag: Hint[] = [
  { keys: ['drag'], does: 'move in view' },
  { keys: ['X', 'Y', 'Z'], does: 'along axis' },
  { keys: ['Shift'], does: 'precise' },
  { keys: ['0–9'], does: 'type' },
  { keys: ['Esc'], does: 'cancel' },
];

const look: Hint[] = [
  { keys: ['MMB'], does: 'orbit' },
  { keys: ['wheel'], does: 'zoom' },
];

const clicks: Record<Tool, string> = {
  select: 'select a handle',
  handle: 'add a handle',
  region: 'add a region handle',
  pin: 'pin a point',
  contact: 'keep on its level',
  trail: 'pick a trail',
  probe: 'pick a vertex',
};

function keysOf({ view }: Editor, id: string): string[] {
  const binding = table.find((one) => one.id === id);
  return caps((binding && chordsOf(binding, view.keymap)[0]) ?? '');
}

function inspectHints({ view }: Editor): Hint[] {
  const hints = hintsFor(view.keymap, new Set(['inspect']));
  return hints.map((binding) => ({
    keys: caps(chordsOf(binding, view.keymap)[0]),
    does: binding.hint ?? binding.title,
  }));
}

function poseHints(editor: Editor): Hint[] {
  const { view } = editor;
  const keys = (id: string) => keysOf(editor, id);
  if (!editor.shot.document?.poses) return [...look, { keys: keys('time.play'), does: 'play' }];
  return [
    { keys: ['drag'], does: view.poses.point ? 'bend the curve' : 'bend pose or curve' },
    { keys: ['Ctrl click'], does: 'add point' },
    { keys: ['Shift'], does: 'precise' },
    { keys: [...keys('poses.mode_down'), ...keys('poses.mode_up')], does: 'previous, next mode' },
    { keys: keys('poses.store'), does: 'store pose' },
  ];
}

// What works now, never more than five.
function hintsOf(editor: Editor): Hint[] {
  const { view, shot } = editor;
  if (!shot.opened) return [{ keys: ['F3'], does: 'find a command' }];
  if (view.workspace === 'inspect') {
    return [{ keys: ['click'], does: 'read a value' }, ...inspectHints(editor)].slice(0, 5);
  }
  if (view.workspace === 'poses') return poseHints(editor);
  if (view.selection.wishes.length > 0) return drag;
  return [
    { keys: ['click'], does: clicks[view.tool] },
    ...look,
    { keys: keysOf(editor, 'time.play'), does: view.playing ? 'pause' : 'play' },
    { keys: keysOf(editor, 'view.maximize'), does: 'maximize view' },
  ];
}

function ago(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s ago`;
  return `${Math.round(seconds / 60)} min ago`;
}

export function StatusBar() {
  const editor = useEditor();
  const { shot } = editor;
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 5000);
  onCleanup(() => clearInterval(timer));
  const solve = () => Object.values(shot.reports).at(-1);
  const spent = createCalm(() => (solve()?.solve_ms ?? 0) + (solve()?.warp_ms ?? 0));
  return (
    <footer class="status">
      <div>
        <For each={hintsOf(editor)}>
          {({ keys, does }) => (
            <span>
              <For each={keys}>{(key) => <kbd>{key}</kbd>}</For>
              {does}
            </span>
          )}
        </For>
      </div>
      <div>
        <Show when={connectionTrouble(shot)}>
          {(trouble) => (
            <span class="trouble" role="alert">
              {trouble().text}
              <Show when={trouble().canReload}>
                <button class="btn small" onClick={() => location.reload()}>
                  Reload
                </button>
              </Show>
            </span>
          )}
        </Show>
        <Counts />
        <Show when={solve()}>
          <span>Drag {spent().toFixed(0)} ms</span>
        </Show>
        <Show when={shot.savedAt}>
          {(time) => <span>Saved {ago((now() - time()) / 1000)}</span>}
        </Show>
        <span>
          <kbd>?</kbd>keys
        </span>
      </div>
    </footer>
  );
}

/** How much there is of what the workspace is about. */
function Counts() {
  const { shot, view } = useEditor();
  const poses = () => (view.workspace === 'poses' ? shot.document?.poses : null);
  const words = () => {
    const { keys, modes } = poses() ?? {};
    return keys
      ? `${keys.length} poses · ${modes} modes`
      : `${(shot.opened?.tets ?? 0).toLocaleString('en')} tets`;
  };
  return (
    <Show when={shot.opened}>
      {(opened) => (
        <span class="wide">
          {opened().vertices.toLocaleString('en')} vertices · {words()}
        </span>
      )}
    </Show>
  );
}
