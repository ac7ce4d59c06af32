import { Disconnection, Refusal, type Request } from '../protocol/link';
import type { Message, MessageType, ProgramMessage } from '../protocol/messages';
import type { Edit } from '../protocol/edits';
import { complain, type Editor } from './editor';

// Asks the program and waits. Null where it refused: its complaint is already among the problems.
export async function ask<T extends MessageType = 'done'>(
  editor: Editor,
  request: Request,
): Promise<Message<T> | null> {
  try {
    return (await editor.link.ask<ProgramMessage>(request)) as Message<T>;
  } catch (error) {
    if (error instanceof Disconnection)
      complain(
        editor,
        `The program did not answer: ${error.message}`,
        'Try it again when it is back.',
      );
    else if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

// Ids of what the edit made; null where it was refused.
export async function edit(editor: Editor, change: Edit): Promise<number[] | null> {
  const done = await ask(editor, { type: 'edit', edit: change });
  return done && (done.ids ?? []);
}
