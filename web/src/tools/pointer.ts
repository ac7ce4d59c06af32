import { createEffect, on } from 'solid-js';
import type { ViewName } from '../document/view_state';
import type { Stage } from '../viewport/stage';
import { CameraControl } from './camera_control';
import type { Interaction, Point } from './interaction';

const keys = ({ shiftKey: shift, ctrlKey: ctrl }: MouseEvent) => ({ shift, ctrl });

// Connects the mouse to a view. The left view has a hand in it, the right one only a camera.
export function connectPointer(
  stage: Stage,
  name: ViewName,
  hand: Interaction | null,
  signal: AbortSignal,
): void {
  const { host } = stage.view(name).parts;
  const camera = new CameraControl(stage, name);
  let place: DOMRect | null = null; // of the view while a button is down: to ask costs a layout
  const at = (event: MouseEvent) => {
    const { left, top } = place ?? host.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    act: (event: HTMLElementEventMap[K]) => void,
  ) => host.addEventListener(type, act, { signal, passive: false });

  on('pointerenter', (event) => {
    if (event.buttons === 0) stage.editor.setView('activeView', name);
  });
  on('pointerdown', (event) => {
    if ((event.target as HTMLElement).closest('button, select, input')) return;
    stage.editor.setView('activeView', name);
    host.setPointerCapture(event.pointerId);
    place = host.getBoundingClientRect();
    if (event.button === 1) event.preventDefault();
    const { x, y } = at(event);
    if (event.button === 2) return hand?.cancel();
    if (!hand?.drag && camera.down(event, x, y)) return;
    if (event.button === 0) hand?.down({ x, y }, keys(event));
  });
  on('pointermove', (event) => {
    if (camera.move(event)) return;
    // Another button beside the one that drags makes no press of its own: it comes as a move.
    const pressed = hand?.isPressed ?? false;
    if (pressed && event.buttons & 2) return hand?.cancel();
    if (pressed && !(event.buttons & 1)) return hand?.up(at(event), keys(event));
    hand?.move(at(event), keys(event));
  });
  on('lostpointercapture', () => (place = null));
  on('pointerup', (event) => {
    if (camera.up() || event.button !== 0) return;
    hand?.up(at(event), keys(event));
  });
  on('pointercancel', () => {
    camera.up();
    hand?.cancel();
  });
  on('pointerleave', () => hand?.leave());
  if (hand) followOutside(hand, host, at, signal);
  on('contextmenu', (event) => {
    event.preventDefault();
    hand?.cancel();
  });
  on('wheel', (event) => {
    event.preventDefault();
    if (!hand?.wheel(wheelSteps(event), event.altKey || event.shiftKey)) camera.wheel(event);
  });
}

// With Shift most browsers turn the wheel sideways.
function wheelSteps({ deltaX, deltaY }: WheelEvent): number {
  return Math.sign(deltaY || deltaX);
}

// Handles that follow the cursor without a button follow it beyond the view; a press there puts them
// down before it does what else it does.
function followOutside(
  hand: Interaction,
  host: HTMLElement,
  at: (event: MouseEvent) => Point,
  signal: AbortSignal,
): void {
  const isOutside = (event: Event) => hand.isModal && !host.contains(event.target as Node | null);
  const onMove = (event: PointerEvent) => isOutside(event) && hand.move(at(event), keys(event));
  const onDown = (event: PointerEvent) => {
    if (!isOutside(event)) return;
    if (event.button === 0) hand.down(at(event), keys(event));
    else hand.cancel();
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerdown', onDown, { signal, capture: true });
}

// A lost connection or another shot ends what is under way. To be called inside a reactive root.
export function letGoWithTheProgram(hand: Interaction): void {
  const { shot } = hand.stage.editor;
  createEffect(
    on(
      () => [shot.connection, shot.opened],
      () => hand.lose(),
      { defer: true },
    ),
  );
}

// While something is under way its keys come first.
export function connectKeys(hand: Interaction, signal: AbortSignal): void {
  const listen = (event: KeyboardEvent) => {
    const { key, shiftKey: shift } = event;
    if (!hand.key({ key, shift, ctrl: event.ctrlKey || event.metaKey })) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', listen, { signal, capture: true });
}
