// A hand on a canvas: from pressing to letting go, with Esc or a right click to put things back.

export type Spot = { x: number; y: number; shift: boolean; ctrl: boolean; alt?: boolean };

export type Gesture = {
  move(spot: Spot): void;
  end(): void;
  cancel(): void;
};

function spotOf(event: PointerEvent | MouseEvent, element: Element): Spot {
  const { left, top } = element.getBoundingClientRect();
  return {
    x: event.clientX - left,
    y: event.clientY - top,
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  };
}

/** Calls `begin` when the left button goes down; what it gives back hears the rest. */
export function onGesture(
  element: HTMLElement,
  begin: (spot: Spot, down: PointerEvent) => Gesture | undefined,
): void {
  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    const gesture = begin(spotOf(down, element), down);
    if (!gesture) return;
    element.setPointerCapture(down.pointerId);
    follow(element, gesture);
  });
}

function follow(element: HTMLElement, gesture: Gesture): void {
  const ended = new AbortController();
  const { signal } = ended;
  const finish = (act: () => void) => {
    ended.abort();
    act();
  };
  const onMove = (event: PointerEvent) => {
    if (event.buttons & 1) gesture.move(spotOf(event, element));
    else finish(() => gesture.end()); // let go while another button is held
  };
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', () => finish(() => gesture.end()), { signal });
  element.addEventListener('pointercancel', () => finish(() => gesture.cancel()), { signal });
  const putBack = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    finish(() => gesture.cancel());
  };
  element.addEventListener('contextmenu', putBack, { signal });
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && putBack(event);
  window.addEventListener('keydown', onKey, { signal, capture: true });
}

/** The wheel zooms about the pointer, with Shift it pans; the middle button drags the paper. */
export function onTimeMotion(
  element: HTMLElement,
  hear: { zoom(factor: number, x: number): void; pan(pixels: number): void },
): void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const sideways = event.deltaX || event.deltaY; // with Shift some browsers turn the wheel
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) hear.pan(-sideways);
    else hear.zoom(1.0015 ** event.deltaY, spotOf(event, element).x);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 1) return;
    down.preventDefault();
    element.setPointerCapture(down.pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('pointermove', (event) => hear.pan(event.movementX), { signal });
    element.addEventListener('pointerup', () => ended.abort(), { signal });
  });
}
