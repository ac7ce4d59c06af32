import { createSignal, Show, type JSX } from 'solid-js';
import { openFile, saveAs } from '../document/commands';
import { Icon } from '../widgets/Icon';
import { useEditor, type Editor } from '../document/editor';
import { Sheet } from '../widgets/Sheet';
import { Row } from '../widgets/controls';
import { ProblemNotes } from '../panels/Messages';
import { tooltip } from '../widgets/Tooltip';
import { FileBrowser } from './FileBrowser';
import { baseName, folderOf, isTaken, joined, withEnding } from '../text/file_names';

// Where a person was last, else the first folder that is open to them.
export function startFolder(editor: Editor): string {
  const { document, welcome } = editor.shot;
  return document?.file ? folderOf(document.file) : (welcome?.folders?.[0] ?? '');
}

export function OpenSheet() {
  const editor = useEditor();
  const open = async (file: string) => {
    if (await openFile(editor, file)) editor.setView('dialog', 'none');
  };
  return (
    <Sheet title="Open" class="files">
      <FileBrowser
        initialFolder={startFolder(editor)}
        kinds={['shot', 'mesh', 'cache']}
        onChoose={(file) => void open(file)}
      />
      <ProblemNotes about={['open', 'files']} />
    </Sheet>
  );
}

export function SaveSheet() {
  const editor = useEditor();
  const file = () => editor.shot.document?.file;
  const act = async (path: string) => !!(await saveAs(editor, path));
  return (
    <NamedSheet
      title="Save as"
      act="Save"
      about={['save', 'save_as', 'files']}
      own={file()}
      initialName={baseName(file() || `${editor.shot.document?.name ?? 'shot'}.json`)}
      endings={['.json']}
      kinds={['shot']}
      onAct={act}
    />
  );
}

type NamedProps = {
  title: string;
  act: string;
  initialName: string;
  own?: string | null; // the shot's own file, which saving writes again
  endings: string[];
  kinds: string[];
  about: string[];
  onListing?: (folder: string, names: string[]) => void;
  needs?: string; // what is still to be said; empty: nothing
  children?: JSX.Element;
  // `replaces`: the person has seen that a file of that name is there already.
  onAct: (path: string, replaces: boolean) => Promise<boolean>;
};

/** A name in a folder, and what to do with it. */
export function NamedSheet(props: NamedProps) {
  const editor = useEditor();
  const [name, setName] = createSignal(props.initialName);
  const [folder, setFolder] = createSignal(startFolder(editor));
  const [busy, setBusy] = createSignal(false);
  const [names, setNames] = createSignal<string[]>([]);
  const full = () => joined(folder(), withEnding(name().trim(), props.endings));
  const replaces = () => isTaken(full(), names(), props.own);
  const act = async () => {
    if (name().trim() === '' || props.needs) return;
    setBusy(true);
    const isDone = await props.onAct(full(), replaces());
    setBusy(false);
    if (isDone) editor.setView('dialog', 'none');
  };
  return (
    <Sheet title={props.title} class="files">
      <Row label="Name">
        <input
          class="text-field"
          autofocus
          aria-label="Name"
          value={name()}
          ref={(input) => queueMicrotask(() => input.select())}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && void act()}
        />
      </Row>
      {props.children}
      <FileBrowser
        initialFolder={folder()}
        kinds={props.kinds}
        onFolder={setFolder}
        onListing={(all) => {
          setNames(all);
          props.onListing?.(folder(), all);
        }}
        onChoose={(file) => setName(baseName(file))}
      />
      <ProblemNotes about={props.about} />
      <ActFoot
        path={full()}
        act={props.act}
        replaces={replaces()}
        busy={busy()}
        disabled={name().trim() === '' || !!props.needs}
        needs={props.needs ?? ''}
        onAct={() => void act()}
      />
    </Sheet>
  );
}

function ActFoot(props: {
  path: string;
  act: string;
  replaces: boolean;
  busy: boolean;
  disabled: boolean;
  needs: string;
  onAct: () => void;
}) {
  return (
    <footer>
      <span class="mut cap path" ref={tooltip('File', 'Where it will be written.')}>
        {props.path}
      </span>
      <Show when={props.busy}>
        <span class="mut">writing…</span>
      </Show>
      <Show when={props.needs}>
        <span class="mut">{props.needs}</span>
      </Show>
      <Show when={props.replaces && !props.busy && !props.needs}>
        <span class="warn" role="status">
          <Icon name="warn" size={14} /> {baseName(props.path)} is there already
        </span>
      </Show>
      <button
        class="btn primary"
        disabled={props.disabled || props.busy}
        onClick={() => props.onAct()}
      >
        {props.replaces ? 'Replace' : props.act}
      </button>
    </footer>
  );
}
