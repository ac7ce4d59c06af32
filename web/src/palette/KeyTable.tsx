import { For } from 'solid-js';
import { useEditor } from '../document/editor';
import { Segments } from '../widgets/controls';
import { Sheet } from '../widgets/Sheet';
import { savePreferences } from '../panels/preferences';
import { caps } from '../keymap/chord';
import { chordsOf, table, type Binding } from '../keymap/table';

const groups = [...new Set(table.map(({ group }) => group))];

/** All commands with their keys. */
export function KeyTable() {
  const editor = useEditor();
  return (
    <Sheet title="Keys" class="key-table">
      <div class="key-choice">
        <Segments
          label="Keymap"
          value={editor.view.keymap}
          choices={{ blender: 'Blender', maya: 'Maya' }}
          onChange={(keymap) => {
            editor.setView('keymap', keymap);
            savePreferences(editor);
          }}
        />
        <span class="mut">F3 finds any of these by name</span>
      </div>
      <div class="key-groups">
        <For each={groups}>
          {(group) => (
            <section>
              <h3>{group}</h3>
              <For each={table.filter((binding) => binding.group === group)}>
                {(binding) => <KeyRow binding={binding} />}
              </For>
            </section>
          )}
        </For>
      </div>
    </Sheet>
  );
}

function KeyRow(props: { binding: Binding }) {
  const { view } = useEditor();
  return (
    <div class="key-row">
      <span>{props.binding.title}</span>
      <span class="keys">
        <For each={chordsOf(props.binding, view.keymap)}>
          {(chord, i) => (
            <>
              {i() > 0 && <span class="mut">or</span>}
              <For each={caps(chord)}>{(key) => <kbd>{key}</kbd>}</For>
            </>
          )}
        </For>
      </span>
    </div>
  );
}
