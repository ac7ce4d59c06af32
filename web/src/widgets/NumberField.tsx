import { createSignal, onCleanup, Show, type JSX } from 'solid-js';
import { bounded, draggedValue, measureText, type Measure } from '../text/number_text';
import { parseQuantity } from '../text/quantity';

// A number that drags sideways and takes typed expressions. While the hand drags, `onDrag` hears
// each value; `onChange` hears the one that stays; after Esc `onCancel`.

export type NumberFieldProps = {
  label: string; // for people who do not see where it stands
  value: number; // SI
  measure: Measure;
  step: number; // a pixel of dragging, SI
  soft?: [number, number]; // the range that the filled part shows
  prefix?: JSX.Element;
  unit?: string; // instead of the measure's, in words
  text?: string; // instead of the number: "free", "auto"
  disabled?: boolean;
  onChange: (value: number) => void;
  onDrag?: (value: number) => void;
  onCancel?: () => void;
};

const clickSlack = 3; // px: less is a click, not a drag

export function NumberField(props: NumberFieldProps) {
  const [typed, setTyped] = createSignal<Typed | null>(null);
  const [dragged, setDragged] = createSignal<number | null>(null);
  const edit = (first?: string) => {
    const before = props.text ? '' : measureText(props.value, props.measure);
    setTyped({ before, text: first ?? before });
  };
  const shown = () => dragged() ?? props.value;
  const fill = () => {
    if (!props.soft || props.text) return 0;
    const [low, high] = props.soft;
    return Math.min(1, Math.max(0, (shown() - low) / (high - low)));
  };
  return (
    <div
      class="number"
      classList={{ editing: typed() !== null, words: !!props.text }}
      style={{ '--fill': fill() }}
    >
      <Show
        when={typed() !== null}
        fallback={<DragFace {...props} shown={shown()} onEdit={edit} setDragged={setDragged} />}
      >
        <Typing {...props} typed={typed()!} close={() => setTyped(null)} />
      </Show>
    </div>
  );
}

/** Before a coordinate: for the eye alone, since its label says it in words. */
export function AxisLetter(props: { letter: 'x' | 'y' | 'z' }) {
  return (
    <em class={`axis-${props.letter}`} aria-hidden="true">
      {props.letter.toUpperCase()}
    </em>
  );
}

type Typed = { before: string; text: string }; // the number as it stood; what the field begins with

function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return /^[\d.+-]$/.test(key) && !ctrlKey && !metaKey && !altKey;
}

type FaceProps = NumberFieldProps & {
  shown: number;
  onEdit: (first?: string) => void; // with the sign that was typed to begin
  setDragged: (value: number | null) => void;
};

function DragFace(props: FaceProps) {
  const text = () => props.text ?? measureText(props.shown, props.measure);
  const nudge = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Enter') props.onEdit();
    else if (direction) {
      const by = direction * (event.shiftKey ? 1 : 10);
      const keys = { fine: event.shiftKey, snap: false };
      props.onChange(draggedValue(props.value, by, props.step, keys, props.measure));
    } else if (isTyped(event)) props.onEdit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      class="face"
      disabled={props.disabled}
      onPointerDown={(event) => startDrag(event, props)}
      onKeyDown={nudge}
    >
      <span class="unseen">{props.label}:</span>
      {props.prefix}
      <span>{text()}</span>
      <u>{props.text ? '' : (props.unit ?? props.measure.unit)}</u>
    </button>
  );
}

function startDrag(down: PointerEvent, props: FaceProps): void {
  if (down.button !== 0 || props.disabled) return;
  const face = down.currentTarget as HTMLElement;
  face.setPointerCapture(down.pointerId);
  const start = props.value;
  let place = start; // without rounding, so that changing to Shift on the way does not jump
  let last = start;
  let moved = false;
  const onMove = (event: PointerEvent) => {
    if (!moved && Math.abs(event.clientX - down.clientX) < clickSlack) return;
    moved = true;
    place += event.movementX * props.step * (event.shiftKey ? 0.1 : 1);
    last = draggedValue(place, 0, props.step, { fine: false, snap: event.ctrlKey }, props.measure);
    props.setDragged(last);
    props.onDrag?.(last);
  };
  const finish = (keep: boolean) => {
    release();
    props.setDragged(null);
    if (!moved) return void (keep && props.onEdit());
    if (keep) props.onChange(last);
    else props.onCancel?.();
  };
  const onUp = () => finish(true);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    finish(false);
  };
  const onMenu = (event: Event) => {
    event.preventDefault();
    finish(false);
  };
  const release = () => {
    face.removeEventListener('pointermove', onMove);
    face.removeEventListener('pointerup', onUp);
    face.removeEventListener('contextmenu', onMenu);
    window.removeEventListener('keydown', onKey, true);
  };
  face.addEventListener('pointermove', onMove);
  face.addEventListener('pointerup', onUp);
  face.addEventListener('contextmenu', onMenu);
  window.addEventListener('keydown', onKey, true);
}

function Typing(props: NumberFieldProps & { typed: Typed; close: () => void }) {
  const [problem, setProblem] = createSignal('');
  let input!: HTMLInputElement;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    props.close();
  };
  const take = () => {
    if (isClosed) return;
    if (input.value.trim() === '' || input.value === props.typed.before) return close();
    const parsed = parseQuantity(input.value, props.measure.dimension, props.measure.unit);
    if ('problem' in parsed) return setProblem(parsed.problem);
    close();
    props.onChange(bounded(parsed.value, props.measure));
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') close();
  };
  const focus = (element: HTMLInputElement) => {
    input = element;
    queueMicrotask(() => {
      element.focus();
      if (props.typed.text === props.typed.before) element.select();
    });
  };
  onCleanup(() => (isClosed = true));
  return (
    <>
      {props.prefix}
      <input
        ref={focus}
        value={props.typed.text}
        aria-label={props.label}
        aria-invalid={problem() !== ''}
        onInput={() => setProblem('')}
        onKeyDown={onKey}
        onBlur={take}
      />
      <u>{props.unit ?? props.measure.unit}</u>
      <Show when={problem()}>
        <div class="field-problem" role="alert">
          {problem()}
        </div>
      </Show>
    </>
  );
}
