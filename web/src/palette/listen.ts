import { onCleanup } from 'solid-js';
import type { Editor } from '../document/editor';
import { stageBusy } from '../document/stage_acts';
import { actions } from './actions';
import { chordOf } from '../keymap/chord';
import { bindingsFor, chordsOf, table, type Occasion } from '../keymap/table';

/** What is the case now: which commands make sense. */
export function occasionsNow({ shot, view }: Editor): Set<Occasion> {
  const now = new Set<Occasion>(['always']);
  if (!shot.opened) return now;
  now.add('shot');
  now.add(view.workspace);
  if (view.workspace !== 'poses' && view.selection.wishes.length > 0) now.add('selected');
  return now;
}

/** Keys act wherever the focus is, except in fields and while the views hold them. */
export function listenToKeys(editor: Editor): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event)) return;
    const chord = chordOf(event);
    if (stageBusy(editor)) {
      if (isInTable(chord, editor)) event.preventDefault(); // nor does the browser get it
      return;
    }
    if (chord === 'Esc' && editor.view.dialog !== 'none') {
      editor.setView('dialog', 'none');
      return event.preventDefault();
    }
    const [binding] = bindingsFor(chord, editor.view.keymap, occasionsNow(editor)).filter(
      ({ id }) => id in actions,
    );
    if (!binding || (isOnButton(event) && /^(Space|Enter)$/.test(chord))) return;
    event.preventDefault();
    void actions[binding.id](editor);
  };
  window.addEventListener('keydown', onKey);
  onCleanup(() => window.removeEventListener('keydown', onKey));
}

function isInTable(chord: string, { view }: Editor): boolean {
  return table.some((binding) => chordsOf(binding, view.keymap).includes(chord));
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.closest('input, textarea, [contenteditable]');
}

// A button that the keyboard has reached is pressed by these keys.
function isOnButton(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.matches('button:focus-visible, [role="separator"]');
}
