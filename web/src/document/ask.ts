import { Disconnection, Refusal, Unreadable } from '../protocol/link';
import type { Reply, Request } from '../protocol/replies';
import type { Edit } from '../shot/edits';
import { complain, type Editor } from './editor';

// Asks the program and waits. Null where it refused, or its answer cannot be read: that is already
// among the problems.
export async function ask<R extends Request>(
  editor: Editor,
  request: R,
): Promise<Reply<R['type']> | null> {
  try {
    return await editor.link.ask(request);
  } catch (error) {
    if (error instanceof Disconnection)
      complain(
        editor,
        `The program did not answer: ${error.message}`,
        'Try it again when it is back.',
      );
    else if (!(error instanceof Refusal || error instanceof Unreadable)) throw error;
    return null;
  }
}

// Ids of what the edit made; null where it was refused.
export async function edit(editor: Editor, change: Edit): Promise<number[] | null> {
  const done = await ask(editor, { type: 'edit', edit: change });
  return done && (done.ids ?? []);
}
