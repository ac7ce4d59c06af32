import { createEffect, createMemo, createSignal, For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { useEditor, type Editor } from '../document/editor';
import { openScene } from '../document/commands';
import { actions } from './actions';
import { caps } from '../keymap/chord';
import { occasionsNow } from './listen';
import { chordsOf, table } from '../keymap/table';
import { search, type Found } from './fuzzy';

type Entry = { title: string; group: string; keys: string[]; act: () => void };

function entriesOf(editor: Editor): Entry[] {
  const now = occasionsNow(editor);
  const commands = table.filter(
    ({ id, when }) => id in actions && id !== 'app.palette' && now.has(when),
  );
  const scenes = editor.shot.welcome?.scenes ?? [];
  return [
    ...commands.map((binding) => ({
      title: binding.title,
      group: binding.group,
      keys: caps(chordsOf(binding, editor.view.keymap)[0] ?? ''),
      act: () => void actions[binding.id](editor),
    })),
    ...scenes.map(({ name }) => ({
      title: `Open the scene ${name}`,
      group: 'Scenes',
      keys: [],
      act: () => void openScene(editor, name),
    })),
  ];
}

/** Every command by a few of its letters. Up and Down choose, Enter does it. */
export function Palette() {
  const editor = useEditor();
  const [letters, setLetters] = createSignal('');
  const [chosen, setChosen] = createSignal(0);
  const close = () => editor.setView('dialog', 'none');
  const entries = createMemo(() => entriesOf(editor));
  const found = createMemo(() => search(letters(), entries(), ({ title }) => title).slice(0, 60));
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    entry.act();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((now) => Math.max(0, Math.min(found().length - 1, now + step)));
    else if (event.key === 'Enter') run(found()[chosen()]?.item);
    else if (event.key === 'Escape' || event.key === 'F3') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="palette-shade"
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div class="float palette" role="dialog" aria-label="Find a command" onKeyDown={onKey}>
        <div class="palette-input">
          <Icon name="search" size={16} />
          <input
            ref={(input) => queueMicrotask(() => input.focus())}
            placeholder="Find a command"
            aria-label="Find a command"
            onInput={(event) => {
              setLetters(event.currentTarget.value);
              setChosen(0);
            }}
          />
          <kbd>Esc</kbd>
        </div>
        <div class="palette-list" role="listbox">
          <For each={found()}>
            {(hit, i) => (
              <PaletteItem
                hit={hit}
                isChosen={i() === chosen()}
                onHover={() => setChosen(i())}
                onChoose={() => run(hit.item)}
              />
            )}
          </For>
          <Show when={found().length === 0}>
            <p class="empty">No command has these letters in this order.</p>
          </Show>
        </div>
      </div>
    </div>
  );
}

function PaletteItem(props: {
  hit: Found<Entry>;
  isChosen: boolean;
  onHover: () => void;
  onChoose: () => void;
}) {
  const entry = () => props.hit.item;
  let element!: HTMLButtonElement;
  createEffect(() => props.isChosen && element.scrollIntoView({ block: 'nearest' }));
  return (
    <button
      class="palette-item"
      role="option"
      aria-selected={props.isChosen}
      classList={{ on: props.isChosen }}
      ref={element}
      tabIndex={-1}
      onPointerMove={() => props.onHover()}
      onClick={() => props.onChoose()}
    >
      <span class="grow">
        <For each={[...entry().title]}>
          {(letter, i) => (
            <span classList={{ found: props.hit.places.includes(i()) }}>{letter}</span>
          )}
        </For>
      </span>
      <span class="mut cap">{entry().group}</span>
      <span class="keys">
        <For each={entry().keys}>{(key) => <kbd>{key}</kbd>}</For>
      </span>
    </button>
  );
}
