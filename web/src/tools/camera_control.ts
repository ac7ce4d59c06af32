import type { ViewName } from '../document/view_state';
import { hitCompass, layOutCompass } from '../viewport/compass';
import { lookedFrom, panned, turned, zoomed, type Orbit } from '../viewport/orbit';
import type { Stage } from '../viewport/stage';

// Orbit, pan and zoom as in Blender: middle button, Shift and Ctrl with it, wheel; Alt with the left
// button does the same for mice without a middle one; two fingers on a trackpad.

type Gesture = 'turn' | 'pan' | 'zoom';

export function gestureOf(event: {
  button: number;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
}): Gesture | null {
  if (event.button !== 1 && !(event.button === 0 && event.altKey)) return null;
  return event.shiftKey ? 'pan' : event.ctrlKey ? 'zoom' : 'turn';
}

// A wheel turns in coarse vertical steps; fingers give fine ones in both directions.
export function isTrackpad(event: { deltaX: number; deltaY: number; deltaMode: number }): boolean {
  if (event.deltaMode !== 0) return false;
  return event.deltaX !== 0 || Math.abs(event.deltaY) < 40 || !Number.isInteger(event.deltaY);
}

export class CameraControl {
  private gesture: Gesture | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly name: ViewName,
  ) {}

  // True where the press belongs to the camera.
  down(event: PointerEvent, x: number, y: number): boolean {
    const view = this.stage.view(this.name);
    const preset = event.button === 0 && hitCompass(layOutCompass(view.projector), x, y);
    if (preset) {
      this.set(lookedFrom(view.orbit, preset));
      return true;
    }
    this.gesture = gestureOf(event);
    return this.gesture !== null;
  }

  move(event: PointerEvent): boolean {
    if (!this.gesture) return false;
    this.act(this.gesture, event.movementX, event.movementY);
    return true;
  }

  up(): boolean {
    const was = this.gesture !== null;
    this.gesture = null;
    return was;
  }

  wheel(event: WheelEvent): void {
    const lines = event.deltaMode === 1 ? 33 : 1;
    if (event.ctrlKey) this.act('zoom', 0, 2.5 * event.deltaY);
    else if (isTrackpad(event))
      this.act(event.shiftKey ? 'pan' : 'turn', -event.deltaX, -event.deltaY);
    else this.act('zoom', 0, 0.35 * lines * event.deltaY);
  }

  private act(gesture: Gesture, dx: number, dy: number): void {
    const { orbit, projector } = this.stage.view(this.name);
    const size = this.stage.editor.shot.opened?.size ?? 1;
    if (gesture === 'turn') this.set(turned(orbit, dx, dy));
    else if (gesture === 'pan') this.set(panned(orbit, dx, dy, projector.width, projector.height));
    else this.set(zoomed(orbit, Math.exp(0.004 * dy), size));
  }

  private set(orbit: Orbit): void {
    this.stage.setOrbit(this.name, orbit);
  }
}
