import { batch, createContext, useContext } from 'solid-js';
import { createStore, reconcile, unwrap, type SetStoreFunction } from 'solid-js/store';
import { Link, type Port } from '../protocol/link';
import type { Opened, ProgramMessage, ShotDocument } from '../protocol/messages';
import { sourceKind } from '../shot/source';
import { pageSentence } from '../text/sentences';
import { Looks } from './looks';
import { keepChosen, keepFrames } from './pose_view';
import { keepSelection } from './selection';
import { strangersIn, strangePlaces, type Stranger } from './strangers';
import type { StageActs } from './stage_acts';
import { afterMessage, initialShot, withProblem, type ShotState, type Told } from './state';
import { VertexStore } from './vertices';
import { initialView, type ViewState } from './view_state';

// Everything that a tab knows, in one place. Commands (commands.ts) act on it, drawing reads it.
export type Editor = {
  readonly link: Link;
  readonly shot: ShotState;
  readonly view: ViewState;
  readonly setShot: SetStoreFunction<ShotState>;
  readonly setView: SetStoreFunction<ViewState>;
  readonly vertices: VertexStore;
  readonly looks: Looks;
  readonly stage: { acts: StageActs | null };
};

export function createEditor(port: Port, now: () => number = Date.now): Editor {
  const [shot, setShot] = createStore(initialShot());
  const [view, setView] = createStore(initialView());
  const vertices = new VertexStore();
  const link: Link = new Link(port, {
    state: (connection, connectionReason) => setShot({ connection, connectionReason }),
    message: (message) => batch(() => receive(editor, message, now())),
    unknown: (places) => tellOf(editor, [strangePlaces(places)], 'warning'),
    frame: (frame) => looks.accepts(frame) && vertices.takeFrame(frame),
    mesh: (mesh) => vertices.takeMesh(mesh),
    garbled: (what) => complain(editor, `The program sent something unreadable: ${what}`),
  });
  const looks: Looks = new Looks(link);
  const stage = { acts: null };
  const editor: Editor = { link, shot, view, setShot, setView, vertices, looks, stage };
  return editor;
}

// A problem that this page found by itself.
export function complain(
  editor: Editor,
  what: string,
  advice = '',
  severity: 'error' | 'note' = 'error',
): void {
  tell(editor, { severity, what, advice });
}

// The same, with more to say about it.
export function tell(editor: Editor, problem: Omit<Told, 'type' | 'key'>): void {
  editor.setShot('problems', (problems) => withProblem(problems, { type: 'problem', ...problem }));
}

function tellOf(editor: Editor, strangers: Stranger[], severity: 'error' | 'warning'): void {
  for (const stranger of strangers) tell(editor, { severity, ...stranger });
}

export function receive(editor: Editor, message: ProgramMessage, now: number): void {
  const before = editor.shot.opened;
  const frames = editor.shot.document?.frames ?? editor.shot.opened?.frames ?? 0;
  const change = afterMessage(unwrap(editor.shot), message, now);
  const strangers = strangersIn(unwrap(editor.shot), change);
  const { document, opened, reports, ...rest } = change;
  editor.setShot(rest);
  tellOf(editor, strangers, 'error');
  if (opened !== undefined) takeOpened(editor, opened);
  if (reports !== undefined) editor.setShot('reports', reconcile(reports)); // who reads a miss hears of it alone
  if (document !== undefined) {
    editor.setShot('document', document && reconcile(document, { key: 'id' }));
    if (document && message.type !== 'moved') keepWhatIsThere(editor, document);
    if (document?.frames) editor.setView(keepFrames(editor.view, frames, document.frames));
  }
  if (message.type === 'opened') {
    startLooking(editor, message, before);
    tellOfEarlierWork(editor, message, before);
    tellOfNotes(editor, message, before);
  }
  if (message.type === 'closed') {
    editor.vertices.clear();
    editor.setView('selection', initialView().selection);
  }
}

// Nothing goes while a hand drags: only after other changes may what is selected be gone.
function keepWhatIsThere(editor: Editor, { layers, poses = null }: ShotDocument): void {
  const { view, setView } = editor;
  setView('selection', keepSelection(view.selection, layers));
  setView('poses', keepChosen(view.poses, poses, view.editFrame));
}

// The same shot with more modes, or after a lost connection, stays the same object: who watches for
// another shot does not start anew.
function takeOpened(editor: Editor, opened: Opened | null): void {
  if (isSameShot(editor.shot.opened, opened)) editor.setShot('opened', reconcile(opened));
  else editor.setShot({ opened });
}

function isSameShot(before: Opened | null, opened: Opened | null): boolean {
  return before?.name === opened?.name && before?.frames === opened?.frames;
}

// Work that a program which died has left: taken up with the shot, put aside because the person
// wanted the file as it was saved, or kept for the welcome page.
function tellOfEarlierWork(editor: Editor, opened: Opened, before: Opened | null): void {
  if (before?.name === opened.name) return;
  const { edits = 0, note = '' } = opened.recovered ?? {};
  const kept = editor.shot.welcome?.recovery.find((left) => left.name === opened.name);
  if (edits > 0) {
    const what = `${edits} unsaved ${edits === 1 ? 'change' : 'changes'} of last time taken up`;
    complain(editor, what, note || 'Undo takes them back one by one.', 'note');
  } else if (note) {
    complain(editor, `Not all of the work of last time is here: ${note}`, '', 'note');
  } else if (kept) {
    const what = `Unsaved work on ${opened.name} from last time is kept`;
    complain(editor, what, 'Close this one to find it on the welcome page.', 'note');
  }
}

// What was decided or put right while the files were read: once, quietly.
function tellOfNotes(editor: Editor, { name, notes }: Opened, before: Opened | null): void {
  if (!notes || notes.length === 0 || before?.name === name) return;
  complain(editor, `How ${name} was read`, notes.map(pageSentence).join('\n'), 'note');
}

// Where editing starts: the outermost frames of a shot are held, so a handle there would do nothing.
const startShare = 0.4;

// A shot that comes back after a lost connection is looked at as before; another one from its start.
function startLooking(editor: Editor, opened: Opened, before: Opened | null): void {
  if (!isSameShot(before, opened)) {
    editor.vertices.clear();
    editor.looks.forget();
    const surface = opened.render_surface ? 'render' : 'simulation';
    const { selection, mode, heatScale, maximized, compare, problem, seenFrames, poses } =
      initialView();
    editor.setView({
      ...{ selection, mode, heatScale, maximized, compare, problem, seenFrames, poses },
      workspace: sourceKind(opened.source.kind).workspace,
      ...{ playFrame: 0, playing: true },
      surfaces: { edit: surface, play: surface },
      range: [0, opened.frames - 1],
      editFrame: Math.round(startShare * (opened.frames - 1)),
      softRadius: 0.06 * opened.size,
    });
    editor.setView('overlays', 'heat', 'none');
  }
  editor.looks.again();
}

const EditorContext = createContext<Editor>();
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor outside of an EditorProvider');
  return editor;
}
