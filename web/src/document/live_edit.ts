import type { Edit } from '../protocol/edits';
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
  let begun: Promise<boolean> | null = null;
  let wanted: Edit | null = null;
  let sent = '';
  let sending: Promise<void> | null = null;

  const begin = async () => (await ask(editor, { type: 'begin_drag' })) !== null;
  const send = async (change: Edit) => {
    sent = JSON.stringify(change);
    await edit(editor, change);
  };
  const pump = async (drag: Promise<boolean>) => {
    const isOpen = await drag;
    while (wanted && isOpen) {
      const change = wanted;
      wanted = null;
      await send(change);
    }
    sending = null;
  };
  // Lets go of the drag; true where the program had one open.
  const letGo = async () => {
    const drag = begun;
    [begun, wanted] = [null, null];
    await sending;
    return (await drag) ?? false;
  };

  return {
    move(change) {
      begun ??= begin();
      wanted = change;
      sending ??= pump(begun);
    },
    async end(change) {
      const isOpen = await letGo();
      if (!isOpen || sent !== JSON.stringify(change)) await send(change);
      sent = '';
      if (isOpen) await ask(editor, { type: 'end_drag' });
    },
    async cancel() {
      const isOpen = await letGo();
      sent = '';
      if (isOpen) await ask(editor, { type: 'cancel_drag' });
    },
  };
}
