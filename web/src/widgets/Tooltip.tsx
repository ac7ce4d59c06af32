import { createSignal, onCleanup, Show, type JSX } from 'solid-js';
import { Portal } from 'solid-js/web';

// One tooltip for the page: what hovers long enough says what it does.

const delay = 500; // ms
type Tip = { title: string; text: string; at: DOMRect };
const [tip, setTip] = createSignal<Tip | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(timer);
  setTip(null);
}

function showSoon(element: Element, title: string, text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => setTip({ title, text, at: element.getBoundingClientRect() }), delay);
}

/** Directive-like: `ref={tooltip('Modes', 'More modes …')}`. */
export function tooltip(title: string, text: string) {
  return (element: HTMLElement) => {
    element.addEventListener('pointerenter', () => showSoon(element, title, text));
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('focusin', () => {
      if (element.matches(':focus-visible, :has(:focus-visible)')) showSoon(element, title, text);
    });
    element.addEventListener('focusout', hide);
    onCleanup(hide);
  };
}

const width = 252; // px at scale 1
const gap = 12;

// Left of what it explains where there is room, else below.
function place(at: DOMRect): JSX.CSSProperties {
  const top = Math.min(at.top - 4, window.innerHeight - 130);
  if (at.left > width + gap) {
    return { right: `${window.innerWidth - at.left + gap}px`, top: `${Math.max(4, top)}px` };
  }
  const left = Math.max(4, Math.min(at.left, window.innerWidth - width - gap));
  const isLow = at.bottom > window.innerHeight - 120;
  return isLow
    ? { left: `${left}px`, bottom: `${window.innerHeight - at.top + 6}px` }
    : { left: `${left}px`, top: `${at.bottom + 6}px` };
}

export function TooltipHost() {
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
  window.addEventListener('keydown', onKey);
  onCleanup(() => window.removeEventListener('keydown', onKey));
  return (
    <Show when={tip()}>
      {(shown) => (
        <Portal>
          <div class="float tooltip" role="tooltip" style={place(shown().at)}>
            <b>{shown().title}</b>
            {shown().text}
          </div>
        </Portal>
      )}
    </Show>
  );
}
