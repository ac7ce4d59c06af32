import type { Edit } from '../shot/edits';
import { ask, edit } from './ask';
import type { Editor } from './editor';

// An edit that a hand is still making: the motion answers on the way, and all of it is one step of
// the history, or none after Esc. While the program works on one value only the newest waits.
export type LiveEdit = {
  move(change: Edit): void;
  end(change: Edit): Promise<void>;
  cancel(): Promise<void>;
};

export function createLiveEdit(editor: Editor): LiveEdit {
  let begun: Promise<number | null> | null = null; // the drag's number, where the program has it
  let wanted: Edit | null = null;
  let sent = '';
  let sending: Promise<void> | null = null;

  const begin = async () => {
    const done = await ask(editor, { type: 'begin_drag' });
    return done && (done.drag ?? 0);
  };
  const send = async (change: Edit, drag: number) => {
    sent = JSON.stringify(change);
    await edit(editor, 'drag' in change ? { ...change, drag } : change);
  };
  const pump = async (opened: Promise<number | null>) => {
    const drag = await opened;
    while (wanted && drag !== null) {
      const change = wanted;
      wanted = null;
      await send(change, drag);
    }
    sending = null;
  };
  // Lets go of the drag; its number where the program had one open.
  const letGo = async () => {
    const drag = begun;
    [begun, wanted] = [null, null];
    await sending;
    return (await drag) ?? null;
  };

  return {
    move(change) {
      begun ??= begin();
      wanted = change;
      sending ??= pump(begun);
    },
    async end(change) {
      const drag = await letGo();
      if (drag === null || sent !== JSON.stringify(change)) await send(change, drag ?? 0);
      sent = '';
      if (drag !== null) await ask(editor, { type: 'end_drag' });
    },
    async cancel() {
      const drag = await letGo();
      sent = '';
      if (drag !== null) await ask(editor, { type: 'cancel_drag' });
    },
  };
}
