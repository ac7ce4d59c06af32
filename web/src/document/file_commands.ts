import { pageSentence } from '../text/sentences';
import { grouped } from '../text/number_text';
import type { Message } from '../protocol/messages';
import type { EditTargets, ExportOptions } from '../protocol/requests';
import { baseName } from '../text/file_names';
import { ask } from './ask';
import { complain, tell, type Editor } from './editor';

export const openScene = (editor: Editor, scene: string) => ask(editor, { type: 'open', scene });
// With what was not saved, unless the person wants the file as it was saved.
export const openFile = (editor: Editor, file: string, recover = true) =>
  ask(editor, { type: 'open', file, recover });
export const closeShot = (editor: Editor) => ask(editor, { type: 'close' });
export const saveAs = (editor: Editor, file: string) => ask(editor, { type: 'save_as', file });
export const listFiles = (editor: Editor, folder: string) => ask(editor, { type: 'files', folder });

// A shot that has no file yet asks for one.
export async function save(editor: Editor): Promise<void> {
  if (!editor.shot.document) return;
  if (editor.shot.document.file) await ask(editor, { type: 'save' });
  else editor.setView('dialog', 'save_as');
}

export async function exportMotion(
  editor: Editor,
  file: string,
  options: ExportOptions,
): Promise<boolean> {
  const saved = await ask(editor, { type: 'export', file, ...options });
  if (!saved) return false;
  const path = saved.exported ?? file;
  const note = { severity: 'note' as const, what: exportedText(path, saved), copies: path };
  tell(editor, { ...note, where: path, advice: saved.keeps_normals ? oldNormals : '' });
  return true;
}

const oldNormals = 'Its own normals stay as they are: drop them if shading lags behind';

/** "Exported plush.pc2: 240 frames of 26,004 points". */
export function exportedText(path: string, saved: Omit<Message<'saved'>, 'type'>): string {
  const { frames, points, prim, samples, changed_samples: changed } = saved;
  const done = `Exported ${baseName(path)}`;
  if (prim) return `${done}: it changes ${changed} of the ${samples} samples of ${prim}`;
  if (!frames || !points) return done;
  return `${done}: ${frames} ${frames === 1 ? 'frame' : 'frames'} of ${grouped(points)} points`;
}

// The layers on their own, for another motion of the same mesh (docs/export.md).
export const saveEdit = (editor: Editor, file: string, replace: boolean) =>
  ask(editor, { type: 'save_edit', file, replace });

export async function applyEdit(
  editor: Editor,
  file: string,
  targets: EditTargets,
): Promise<boolean> {
  const done = await ask(editor, { type: 'apply_edit', file, targets });
  const notes = done?.notes ?? [];
  if (notes.length > 0)
    complain(editor, 'The edit fits with changes', notes.map(pageSentence).join('\n'), 'note');
  return done !== null;
}

export const undo = (editor: Editor) => ask(editor, { type: 'undo' });
export const redo = (editor: Editor) => ask(editor, { type: 'redo' });
export const goToState = (editor: Editor, state: number) => ask(editor, { type: 'go_to', state });
export const cancelJob = (editor: Editor, job: number) => ask(editor, { type: 'cancel', job });
export const wantModes = (editor: Editor, count: number) => ask(editor, { type: 'modes', count });
export const inspect = (editor: Editor) => ask(editor, { type: 'inspect' });
export const fixProblem = (editor: Editor, problem: string) =>
  ask(editor, { type: 'fix', problem, state: editor.shot.inspection?.state ?? 0 });
export const setPreferences = (editor: Editor, values: Record<string, unknown>) =>
  ask(editor, { type: 'preferences', values });

export function dismissProblem(editor: Editor, key: number): void {
  editor.setShot('problems', (problems) => problems.filter((problem) => problem.key !== key));
}
