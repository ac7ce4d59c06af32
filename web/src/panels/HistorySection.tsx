import { createEffect, For } from 'solid-js';
import { goToState } from '../document/commands';
import { useEditor } from '../document/editor';
import { Section } from '../widgets/controls';

/** Everything that was done, by name. A click goes there; what lies ahead can still be redone. */
export function HistorySection() {
  const editor = useEditor();
  const history = () => editor.shot.document?.history ?? [];
  const position = () => editor.shot.document?.position ?? 0;
  const summary = () => {
    const steps = position();
    const name = history()[steps]?.title ?? '';
    return steps === 0 ? 'nothing yet' : `${steps} ${steps === 1 ? 'step' : 'steps'} · ${name}`;
  };
  let list: HTMLDivElement | undefined;
  createEffect(() => {
    position();
    queueMicrotask(() => list?.querySelector('.on')?.scrollIntoView({ block: 'nearest' }));
  });
  return (
    <Section
      title="History"
      class="history"
      defaultFolded
      tools={<span class="mut cap summary">{summary()}</span>}
    >
      <div class="list history-list" ref={list}>
        <For each={history()}>
          {(step, i) => (
            <button
              class="list-item"
              classList={{ on: i() === position(), undone: i() > position() }}
              onClick={() => void goToState(editor, step.state)}
            >
              <span class="right">{i()}</span>
              <span>{step.title}</span>
            </button>
          )}
        </For>
      </div>
    </Section>
  );
}
