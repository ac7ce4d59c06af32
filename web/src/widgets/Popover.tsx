import { createEffect, createSignal, For, onCleanup, onMount, Show, type JSX } from 'solid-js';
import { Portal } from 'solid-js/web';

// What opens below a button and closes by Esc, a click beside it, or a choice.

type PopoverProps = {
  label: JSX.Element;
  title: string; // for people who do not see the label
  class?: string; // of the button
  align?: 'left' | 'right';
  width?: number; // px at scale 1
  children: (close: () => void) => JSX.Element;
};

export function Popover(props: PopoverProps) {
  const [at, setAt] = createSignal<DOMRect | null>(null);
  let button!: HTMLButtonElement;
  const close = () => {
    if (!at()) return;
    setAt(null);
    button.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        class={props.class ?? 'btn'}
        title={props.title}
        aria-label={props.title}
        aria-haspopup="true"
        aria-expanded={at() !== null}
        classList={{ on: at() !== null }}
        onClick={() => setAt(at() ? null : button.getBoundingClientRect())}
      >
        {props.label}
      </button>
      <Show when={at()}>
        {(rect) => (
          <Portal>
            <Floating
              at={rect()}
              align={props.align}
              width={props.width}
              owner={button}
              close={close}
            >
              {props.children(close)}
            </Floating>
          </Portal>
        )}
      </Show>
    </>
  );
}

type FloatingProps = {
  at: DOMRect;
  align?: 'left' | 'right' | undefined;
  width?: number | undefined;
  owner: Element;
  close: () => void;
  children: JSX.Element;
};

function Floating(props: FloatingProps) {
  let panel!: HTMLDivElement;
  const onDown = (event: PointerEvent) => {
    const target = event.target as Node;
    if (!panel.contains(target) && !props.owner.contains(target)) props.close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') props.close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') stepFocus(panel, event);
    else return;
    event.stopPropagation();
    event.preventDefault();
  };
  onMount(() => {
    window.addEventListener('pointerdown', onDown, true);
    panel.addEventListener('keydown', onKey);
    panel.querySelector<HTMLElement>('button:not(:disabled), input, [tabindex]')?.focus();
  });
  onCleanup(() => window.removeEventListener('pointerdown', onDown, true));
  createEffect(() => keepInside(panel, props.at, props.align ?? 'left'));
  const width = () => props.width && `calc(${props.width}px * var(--ui-scale))`;
  return (
    <div ref={panel} class="float popover" role="menu" style={{ width: width() }}>
      {props.children}
    </div>
  );
}

// Below the button, or above it where it would leave the page.
function keepInside(panel: HTMLElement, at: DOMRect, align: 'left' | 'right'): void {
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = align === 'left' ? at.left : at.right - width;
  const fitsBelow = at.bottom + 4 + height < window.innerHeight;
  const top = fitsBelow ? at.bottom + 4 : Math.max(4, at.top - 4 - height);
  panel.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
  panel.style.top = `${top}px`;
}

function stepFocus(panel: HTMLElement, event: KeyboardEvent): void {
  const items = [...panel.querySelectorAll<HTMLElement>('button:not(:disabled), [tabindex="0"]')];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const step = event.key === 'ArrowDown' ? 1 : -1;
  items.at((here + step + items.length) % Math.max(1, items.length))?.focus();
}

export type MenuEntry =
  | 'line'
  | {
      title: string;
      hint?: string | undefined;
      disabled?: boolean;
      checked?: boolean;
      act: () => void;
    };

export function MenuList(props: { entries: MenuEntry[]; close: () => void }) {
  const choose = (act: () => void) => {
    props.close();
    act();
  };
  return (
    <For each={props.entries}>
      {(entry) =>
        entry === 'line' ? (
          <hr />
        ) : (
          <button
            class="menu-entry"
            role="menuitem"
            disabled={entry.disabled}
            onClick={() => choose(entry.act)}
          >
            <span class="tick">{entry.checked ? '✓' : ''}</span>
            <span class="grow">{entry.title}</span>
            <Show when={entry.hint}>{(hint) => <kbd>{hint()}</kbd>}</Show>
          </button>
        )
      }
    </For>
  );
}
