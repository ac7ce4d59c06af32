import { createSignal } from 'solid-js';
import {
  clearSelection,
  scaleSoftRadius,
  selectMark,
  selectWishes,
  setEditFrame,
} from '../document/commands';
import { streams } from '../document/vertices';
import type { ViewState } from '../document/view_state';
import type { GizmoPart } from '../viewport/gizmo';
import { handleMarks, type HandleMark } from '../viewport/marks';
import { posedSurface, poseMarks } from '../viewport/pose_marks';
import type { Stage } from '../viewport/stage';
import { applyTool, held, movable, pressedTool } from './acts';
import type { Constraint } from './drag_math';
import { HandleDrag, type Held } from './handle_drag';
import { hitAt, type Hit } from './hits';
import { surfaceVerticesOf, type Pickable } from './picking';
import { clickedPose, isPosing, sweepVertices } from './pose_acts';
import { readoutOf, type Readout } from './readout';
import { BoxSweep, CircleSweep, type Sweep } from './sweep';

export type Point = { x: number; y: number };
export type Modifiers = { shift: boolean; ctrl: boolean };

type Whereabouts = Pick<ViewState, 'editFrame' | 'selection'>;

const clickSlack = 4; // px: less is a click, not a drag

// The hand in the left view: hovering, clicking, dragging, sweeping.
export class Interaction {
  drag: HandleDrag | null = null;
  sweep: Sweep | null = null;
  hot: GizmoPart | null = null;
  hoverMark: number | null = null;
  readonly readout;
  private readonly setReadout;
  private before: Whereabouts | null = null; // when the drag began
  private press: { at: Point; hit: Hit; shift: boolean } | null = null;
  private armed: 'box' | 'circle' | null = null;
  private modal = false; // the drag follows the cursor without a button
  private surfaceVertices: Uint32Array | null = null;
  cursor: Point = { x: 0, y: 0 };

  constructor(
    readonly stage: Stage,
    signal: AbortSignal,
  ) {
    const [readout, setReadout] = createSignal<Readout | null>(null);
    this.readout = readout;
    this.setReadout = setReadout;
    const end = stage.editor.vertices.onMesh(() => (this.surfaceVertices = null));
    signal.addEventListener('abort', end);
  }

  get busy(): boolean {
    return this.drag !== null || this.sweep !== null || this.armed !== null;
  }

  // A button is down and something may come of it.
  get isPressed(): boolean {
    return this.press !== null || (this.drag !== null && !this.modal);
  }

  // The cursor carries handles without a button, wherever it goes.
  get isModal(): boolean {
    return this.drag !== null && this.modal;
  }

  body(): Pickable | null {
    const { editor } = this.stage;
    const { vertices } = editor;
    const posed = isPosing(editor) ? posedSurface(editor) : undefined;
    const surface = posed ?? vertices.frame(streams.edit)?.simulation;
    const { triangles } = vertices.mesh;
    if (!surface || triangles.length === 0) return null;
    this.surfaceVertices ??= surfaceVerticesOf(triangles);
    return { ...surface, triangles, surfaceVertices: this.surfaceVertices };
  }

  marks(): HandleMark[] {
    return this.stage.editor.view.overlays.handles ? this.allMarks() : [];
  }

  allMarks(): HandleMark[] {
    const { editor, trail } = this.stage;
    if (isPosing(editor)) return poseMarks(editor);
    return handleMarks(editor, editor.view.overlays.trail ? trail : null);
  }

  hitAt(at: Point): Hit {
    return hitAt(this, at);
  }

  hover(at: Point): void {
    this.cursor = at;
    const hit = this.hitAt(at);
    this.hot = hit.kind === 'gizmo' ? hit.part : null;
    this.hoverMark = hit.kind === 'mark' ? hit.mark.id : null;
    this.stage.editor.setView('hoverVertex', hit.kind === 'vertex' ? hit.vertex : null);
    this.stage.edit.invalidate();
  }

  leave(): void {
    this.hot = null;
    this.hoverMark = null;
    this.stage.editor.setView('hoverVertex', null);
    this.stage.edit.invalidate();
  }

  down(at: Point, { shift }: Modifiers): void {
    if (this.drag) return void (this.modal && this.confirm());
    if (this.armed === 'box' || this.sweep) {
      this.sweep ??= new BoxSweep(at);
      this.armed = null;
      this.press = { at, hit: { kind: 'nothing' }, shift };
      if (this.sweep instanceof CircleSweep) this.takeSwept(true);
      return;
    }
    this.press = { at, hit: this.hitAt(at), shift };
  }

  move(at: Point, modifiers: Modifiers): void {
    this.cursor = at;
    if (this.drag) this.drag.pointer(at, modifiers);
    else if (this.sweep) {
      this.sweep.move(at);
      if (this.press && this.sweep instanceof CircleSweep) this.takeSwept(true);
      this.stage.edit.invalidate();
    } else if (this.press) this.maybeStart(at, modifiers);
    else this.hover(at);
  }

  up(at: Point, modifiers: Modifiers): void {
    if (this.press && !this.drag && !this.sweep) this.maybeStart(at, modifiers); // a flick: no move came before
    const { press } = this;
    this.press = null;
    if (this.drag && !this.modal) {
      this.drag.pointer(at, modifiers);
      return this.confirm();
    }
    if (this.sweep instanceof BoxSweep) {
      this.takeSwept(press?.shift ?? false);
      this.sweep = null;
      return this.stage.edit.invalidate();
    }
    if (press && !this.sweep && !this.drag) void this.click(press.hit, press.shift, at);
  }

  private maybeStart(at: Point, modifiers: Modifiers): void {
    const { press } = this;
    if (!press || Math.hypot(at.x - press.at.x, at.y - press.at.y) < clickSlack) return;
    const before = this.whereabouts();
    const starting = pressedTool(this, press.hit);
    if (starting === 'box') {
      this.sweep = new BoxSweep(press.at, at);
      return this.stage.edit.invalidate();
    }
    this.press = null;
    if (!starting) return;
    this.before = before;
    this.startDrag(starting, press.at, constraintOf(press.hit));
    this.drag?.pointer(at, modifiers);
  }

  private whereabouts(): Whereabouts {
    const { editFrame, selection } = this.stage.editor.view;
    const { layer, wishes, vertex } = selection;
    return { editFrame, selection: { layer, wishes: [...wishes], vertex } };
  }

  private startDrag(held: Held, from: Point, constraint: Constraint): void {
    const { stage } = this;
    const events = {
      changed: () => this.moved(),
      lost: () => {
        if (this.drag === drag) this.drag = null;
        this.moved();
      },
    };
    const drag = new HandleDrag(
      stage.editor,
      () => stage.edit.projector,
      held,
      from,
      constraint,
      events,
    );
    this.modal = false;
    this.drag = drag;
  }

  grab(): void {
    const taken = held(movable(this));
    if (!taken || this.busy) return;
    this.before = this.whereabouts();
    this.startDrag(taken, this.cursor, 'free');
    this.modal = true;
  }

  arm(kind: 'box' | 'circle'): void {
    if (this.drag) return;
    this.armed = kind === 'box' ? 'box' : null;
    this.sweep = kind === 'circle' ? new CircleSweep(this.cursor) : null;
    this.stage.edit.invalidate();
  }

  cancel(): void {
    const { drag } = this;
    this.drag = null;
    this.sweep = null;
    this.armed = null;
    this.press = null;
    if (drag) {
      void drag.cancel();
      if (this.before) this.stage.editor.setView(this.before);
    }
    this.moved();
  }

  // Lets go of a drag that the program has no longer.
  lose(): void {
    this.drag?.lose();
  }

  // True where the key belongs to what is under way.
  key({ key, shift, ctrl }: Modifiers & { key: string }): boolean {
    if (!this.busy) return false;
    if (key === 'Escape' || (ctrl && key.toLowerCase() === 'z')) this.cancel();
    else if (ctrl) return false;
    else if (key === 'Enter' && this.drag) this.confirm();
    else if (key === 'Enter') this.cancel();
    else return this.drag?.key(key, shift) ?? false;
    return true;
  }

  // True where the wheel belongs to what is under way, or, with a key, to the radius of regions. The
  // camera stays while handles follow the cursor.
  wheel(steps: number, withKey: boolean): boolean {
    const { editor, edit } = this.stage;
    if (this.sweep) this.sweep.wheel(steps);
    else if (this.drag) this.drag.scaleRadius(1.1 ** -steps);
    else if (withKey && editor.view.tool === 'region') void scaleSoftRadius(editor, 1.1 ** -steps);
    else return false;
    edit.invalidate();
    return true;
  }

  private confirm(): void {
    const { drag } = this;
    this.drag = null;
    void drag?.end();
    this.moved();
  }

  private async click(hit: Hit, shift: boolean, at: Point): Promise<void> {
    const { editor } = this.stage;
    if (isPosing(editor)) await clickedPose(this, hit, shift);
    else if (hit.kind === 'mark') {
      selectMark(editor, hit.mark.layer, hit.mark.id, shift);
      setEditFrame(editor, hit.mark.frame);
    } else if (hit.kind === 'trail') setEditFrame(editor, hit.frame);
    else if (hit.kind === 'vertex') await applyTool(this, hit.vertex, hit.place);
    else if (hit.kind === 'nothing' && !shift) clearSelection(editor);
    this.hover(at);
  }

  private takeSwept(adding: boolean): void {
    const { editor, edit } = this.stage;
    if (isPosing(editor)) return sweepVertices(this, adding);
    const { layer, wishes } = editor.view.selection;
    const covered = this.marks().filter(({ place }) => {
      const point = edit.projector.project(place);
      return point.depth > 0 && this.sweep!.covers(point);
    });
    const ids = covered.map(({ id }) => id);
    const old = adding ? wishes.filter((id) => !ids.includes(id)) : [];
    if (layer !== null) selectWishes(editor, layer, [...old, ...ids]);
  }

  moved(): void {
    this.placeReadout();
    this.stage.edit.invalidate();
  }

  placeReadout(): void {
    this.setReadout(readoutOf(this));
  }
}

function constraintOf(hit: Hit): Constraint {
  return hit.kind === 'gizmo' ? hit.part : 'free';
}
