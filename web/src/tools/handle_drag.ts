import {
  beginBend,
  beginDrag,
  heldRadius,
  layersOf,
  selectMade,
  type Drag,
  type Made,
} from '../document/commands';
import { edit } from '../document/ask';
import type { Editor } from '../document/editor';
import { kindOf } from '../shot/layer';
import type { Vec3 } from '../shot/shot';
import type { HandleMark } from '../viewport/marks';
import type { Projector } from '../viewport/projector';
import { add, length } from '../viewport/vec';
import {
  constraintAfter,
  dragOffset,
  snapped,
  snapStep,
  typedAfter,
  typedOffset,
  type Constraint,
} from './drag_math';

type Point = { x: number; y: number };
type Moving = { mark: HandleMark; from: Vec3 };

// What a hand takes: marks that are there, or one that the press itself makes. `marks` then holds its
// likeness, without ids until the program has answered.
export type Held = { marks: HandleMark[]; make?: () => Promise<Made | null> };

export type DragEvents = {
  changed(): void;
  lost(): void; // the program has no such drag, or no longer
};

const precise = 0.1; // of the cursor's way, with Shift

// Handles on the move. The marks follow the cursor at once; the program hears of it once a frame,
// and the body follows when its answer comes.
export class HandleDrag {
  constraint: Constraint;
  typed = '';
  offset: Vec3 = [0, 0, 0];
  private readonly moving: Moving[];
  private changes: boolean; // more than places: it makes a handle, or another radius
  private readonly begun: Promise<Drag | null>;
  private virtual: Point; // the cursor, slowed down while Shift is held
  private last: Point;
  private snap = false;
  private scheduled = false;
  private resized: Promise<unknown> = Promise.resolve(); // one after the other
  private state: 'open' | 'ended' | 'cancelled' = 'open';

  constructor(
    private readonly editor: Editor,
    private readonly projector: () => Projector,
    held: Held,
    private readonly start: Point,
    constraint: Constraint,
    private readonly events: DragEvents,
  ) {
    this.constraint = constraint;
    this.moving = held.marks.map((mark) => ({ mark, from: startOf(editor, mark) }));
    this.changes = held.make !== undefined;
    this.virtual = start;
    this.last = start;
    this.begun = this.begin(held.make);
  }

  // Where a mark is now; undefined where it does not move.
  placeOf(id: number): Vec3 | undefined {
    const found = this.moving.find(({ mark }) => mark.id === id);
    return found && add(found.mark.place, this.offset);
  }

  get active(): HandleMark {
    return this.moving[this.moving.length - 1].mark;
  }

  pointer(now: Point, modifiers: { shift: boolean; ctrl: boolean }): void {
    const slow = modifiers.shift ? precise : 1;
    this.virtual = {
      x: this.virtual.x + slow * (now.x - this.last.x),
      y: this.virtual.y + slow * (now.y - this.last.y),
    };
    this.last = now;
    this.snap = modifiers.ctrl;
    this.update();
  }

  // True where the key belongs to the drag.
  key(key: string, shift: boolean): boolean {
    if (/^[xyz]$/i.test(key)) this.constraint = constraintAfter(this.constraint, key, shift);
    else if (/^[0-9.,-]$/.test(key) || key === 'Backspace')
      this.typed = typedAfter(this.typed, key);
    else return false;
    this.update();
    return true;
  }

  // The region in the hand grows or shrinks, as a part of the drag.
  scaleRadius(factor: number): void {
    this.resized = Promise.all([this.begun, this.resized]).then(([drag]) => {
      const { mark, from } = this.moving[this.moving.length - 1];
      const held = drag && this.state === 'open' && heldRadius(this.editor, mark, factor);
      if (!held) return null;
      const place = add(mark.place, held.shift);
      this.moving[this.moving.length - 1] = {
        mark: { ...mark, place },
        from: add(from, held.shift),
      };
      this.changes = true;
      this.events.changed();
      return edit(this.editor, held.change);
    });
  }

  async end(): Promise<void> {
    this.state = 'ended';
    const [drag] = await Promise.all([this.begun, this.resized]);
    const still = length(this.offset) === 0;
    if (drag && !still) void this.send(drag);
    if (still && !this.changes) await drag?.cancel();
    else await drag?.end();
    this.events.changed();
  }

  async cancel(): Promise<void> {
    this.state = 'cancelled';
    this.offset = [0, 0, 0];
    this.events.changed();
    await (await this.begun)?.cancel();
  }

  // For when the program has let go by itself.
  lose(): null {
    if (this.state === 'open') {
      this.state = 'cancelled';
      this.events.lost();
    }
    void this.begun.then((drag) => drag?.forget());
    return null;
  }

  private async begin(make: Held['make']): Promise<Drag | null> {
    const { pose } = this.active;
    const drag = await (pose === undefined ? beginDrag(this.editor) : beginBend(this.editor, pose));
    if (!drag) return this.lose();
    if (!make || this.state === 'cancelled') return drag;
    const made = await make();
    if (made) {
      this.take(made);
      return drag;
    }
    await drag.cancel();
    return this.lose();
  }

  private take(made: Made): void {
    const { mark, from } = this.moving[0];
    this.moving[0] = { mark: { ...mark, id: made.wish, layer: made.layer }, from };
    if (this.state !== 'cancelled') selectMade(this.editor, made, mark.vertex);
  }

  private update(): void {
    const from = this.active.place;
    const dragged = dragOffset(this.projector(), from, this.start, this.virtual, this.constraint);
    const size = this.editor.shot.opened?.size ?? 1;
    const free = this.snap ? snapped(dragged, snapStep(size)) : dragged;
    this.offset = typedOffset(this.typed, this.constraint) ?? free;
    this.events.changed();
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      void this.begun.then((drag) => {
        if (drag && this.state === 'open') void this.send(drag);
      });
    });
  }

  private async send(drag: Drag): Promise<void> {
    const moves = this.moving.map(({ mark, from }) => ({
      wish: mark.id,
      to: add(from, this.offset),
    }));
    const taken = await drag.move(this.active.layer, moves);
    if (!taken) this.lose();
  }
}

// What the offset is added to: the target of a wish, be it a place or a way from another point, or the
// displacement of a blend layer. A handle that is only being made has its place.
function startOf(editor: Editor, mark: HandleMark): Vec3 {
  if (mark.pose !== undefined) return mark.place;
  const layer = layersOf(editor).find(({ id }) => id === mark.layer);
  const start = layer && kindOf(layer).marks?.start(layer, mark.id);
  return start ? [...start] : mark.place;
}
