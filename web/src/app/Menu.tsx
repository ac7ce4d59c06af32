import { createSignal, For, onCleanup, Show, type JSX } from 'solid-js';

export type MenuItem =
  { title: string; keys?: string; disabled?: boolean; on?: boolean; act(): unknown } | 'line';

// A button with a list of acts under it. Closes on a click elsewhere, on Escape and on a choice.
export function Menu(props: {
  label: JSX.Element;
  items: MenuItem[];
  class?: string;
  title?: string;
  place?: 'below' | 'right' | 'above';
}) {
  const [open, setOpen] = createSignal(false);
  let host: HTMLDivElement | undefined;
  const outside = (event: PointerEvent) => {
    if (!host?.contains(event.target as Node)) close();
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    close();
  };
  const close = () => {
    setOpen(false);
    window.removeEventListener('pointerdown', outside, true);
    window.removeEventListener('keydown', escape, true);
  };
  const toggle = () => {
    if (open()) return close();
    setOpen(true);
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('keydown', escape, true);
  };
  onCleanup(close);
  return (
    <div class="menu-host" ref={(element) => (host = element)}>
      <button
        class={props.class ?? 'menu'}
        title={props.title}
        aria-expanded={open()}
        onClick={toggle}
      >
        {props.label}
      </button>
      <Show when={open()}>
        <div class={`float menu-list ${props.place ?? 'below'}`} role="menu">
          <For each={props.items}>
            {(item) => (item === 'line' ? <hr /> : <MenuRow item={item} close={close} />)}
          </For>
        </div>
      </Show>
    </div>
  );
}

function MenuRow(props: { item: Exclude<MenuItem, 'line'>; close(): void }) {
  const choose = () => {
    props.close();
    void props.item.act();
  };
  return (
    <button role="menuitem" disabled={props.item.disabled} onClick={choose}>
      <span class="tick">{props.item.on ? '✓' : ''}</span>
      {props.item.title}
      <Show when={props.item.keys}>
        <kbd>{props.item.keys}</kbd>
      </Show>
    </button>
  );
}
