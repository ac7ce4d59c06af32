import { onCleanup, onMount, type JSX } from 'solid-js';
import { Icon } from './Icon';
import { useEditor } from '../document/editor';

/** What lies over the page without stopping it: Esc or the cross puts it away. */
export function Sheet(props: { title: string; class?: string; children: JSX.Element }) {
  const editor = useEditor();
  const close = () => editor.setView('dialog', 'none');
  const before = document.activeElement as HTMLElement | null;
  let sheet!: HTMLElement;
  onMount(() => {
    const wanted = sheet.querySelector<HTMLElement>('[autofocus]') ?? sheet;
    queueMicrotask(() => wanted.focus());
  });
  onCleanup(() => before?.focus({ preventScroll: true }));
  return (
    <section
      ref={sheet}
      class={`float sheet ${props.class ?? ''}`}
      role="dialog"
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h2>{props.title}</h2>
        <span class="grow" />
        <button class="icon-btn" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" size={14} />
        </button>
      </header>
      {props.children}
    </section>
  );
}
