import { changePoseSource, choosePose, frameCount, posesOf } from '../document/commands';
import { ask } from '../document/ask';
import { complain, type Editor } from '../document/editor';
import { dropName, uploadUrl } from '../import/drop_names';
import { sendFile } from '../import/send_file';
import { framesForNew, usualGap } from '../shot/pose_frames';
import { freshName, nameOfFile } from '../shot/pose_facts';

/** Meshes of the same faces become poses: at the frame under edit, the others after the last. */
export async function posesFromFiles(editor: Editor, files: File[]): Promise<void> {
  const poses = posesOf(editor);
  if (!poses || files.length === 0) return;
  const sorted = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const gap = usualGap(poses.keys, editor.shot.opened?.fps ?? 24);
  const frames = framesForNew(poses.keys, sorted.length, editor.view.editFrame, gap);
  const drop = dropName();
  if (!(await bring(editor, drop, sorted))) return;
  const needed = Math.max(...frames) + 1;
  if (needed > frameCount(editor)) await changePoseSource(editor, { frames: needed });
  let first: number | null = null;
  for (const [k, file] of sorted.entries()) {
    const name = freshName(posesOf(editor)?.keys ?? [], nameOfFile(file.name));
    const from = { drop, file: file.name };
    const done = await ask(editor, { type: 'store_pose', frame: frames[k], name, from });
    if (!done) break; // the rest would be refused for the same reason
    first ??= done.ids?.[0] ?? null;
  }
  if (first !== null) choosePose(editor, first);
}

async function bring(editor: Editor, drop: string, files: File[]): Promise<boolean> {
  const { signal } = new AbortController();
  try {
    for (const file of files)
      await sendFile(uploadUrl(drop, file.name), file, () => undefined, signal);
    return true;
  } catch (error) {
    const advice = error instanceof Error ? error.message : String(error);
    complain(editor, 'The files could not be read', advice);
    return false;
  }
}
