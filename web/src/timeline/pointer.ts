// A hand on a canvas: from pressing to letting go, with Esc or a right click to put things back.

export type Spot = { x: number; y: number; shift: boolean; ctrl: boolean; alt?: boolean };

export type Gesture = {
  move(spot: Spot): void;
  end(): void;
  cancel(): void;
};

type Corner = { left: number; top: number }; // CSS px

function spotOf(event: PointerEvent | MouseEvent, { left, top }: Corner): Spot {
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
    const corner = element.getBoundingClientRect();
    const gesture = begin(spotOf(down, corner), down);
    if (!gesture) return;
    element.setPointerCapture(down.pointerId);
    follow(element, corner, gesture);
  });
}

// Where the element was when the hand came: to ask again on the way would lay out the page for it.
function follow(element: HTMLElement, corner: Corner, gesture: Gesture): void {
  const ended = new AbortController();
  const { signal } = ended;
  const finish = (act: () => void) => {
    ended.abort();
    act();
  };
  const onMove = (event: PointerEvent) => {
    if (event.buttons & 1) gesture.move(spotOf(event, corner));
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
    else hear.zoom(1.0015 ** event.deltaY, spotOf(event, element.getBoundingClientRect()).x);
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
