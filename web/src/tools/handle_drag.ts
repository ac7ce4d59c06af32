import { beginDrag, layersOf, type Drag } from '../document/commands';
import type { Editor } from '../document/editor';
import type { Vec3 } from '../protocol/shot';
import type { HandleMark } from '../viewport/marks';
import type { Projector } from '../viewport/projector';
import { add } from '../viewport/vec';
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
type Moving = { mark: HandleMark; sent: Vec3 };

const precise = 0.1; // of the cursor's way, with Shift

// Handles on the move. The marks follow the cursor at once; the program hears of it once a frame,
// and the body follows when its answer comes.
export class HandleDrag {
  constraint: Constraint;
  typed = '';
  offset: Vec3 = [0, 0, 0];
  private readonly moving: Moving[];
  private readonly layer: number;
  private readonly begun: Promise<Drag | null>;
  private virtual: Point; // the cursor, slowed down while Shift is held
  private last: Point;
  private snap = false;
  private scheduled = false;
  private over = false;

  constructor(
    private readonly editor: Editor,
    private readonly projector: () => Projector,
    marks: HandleMark[],
    private readonly start: Point,
    constraint: Constraint,
    private readonly changed: () => void,
  ) {
    this.constraint = constraint;
    this.layer = marks[0].layer;
    this.moving = marks.map((mark) => ({ mark, sent: startOf(editor, mark) }));
    this.virtual = start;
    this.last = start;
    this.begun = beginDrag(editor, this.layer);
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

  async end(): Promise<void> {
    this.over = true;
    const drag = await this.begun;
    this.send(drag);
    await drag?.end();
    this.changed();
  }

  async cancel(): Promise<void> {
    this.over = true;
    this.offset = [0, 0, 0];
    this.changed();
    await (await this.begun)?.cancel();
  }

  private update(): void {
    const from = this.active.place;
    const dragged = dragOffset(this.projector(), from, this.start, this.virtual, this.constraint);
    const size = this.editor.shot.opened?.size ?? 1;
    const free = this.snap ? snapped(dragged, snapStep(size)) : dragged;
    this.offset = typedOffset(this.typed, this.constraint) ?? free;
    this.changed();
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      if (!this.over) void this.begun.then((drag) => !this.over && this.send(drag));
    });
  }

  private send(drag: Drag | null): void {
    const moves = this.moving.map(({ mark, sent }) => ({
      wish: mark.id,
      to: add(sent, this.offset),
    }));
    drag?.move(moves);
  }
}

// Green layers move the target, blend layers the displacement.
function startOf(editor: Editor, mark: HandleMark): Vec3 {
  const layer = layersOf(editor).find(({ id }) => id === mark.layer);
  if (layer?.kind !== 'blend') return mark.place;
  const delta = layer.deltas.find(({ id }) => id === mark.id);
  return delta ? [...delta.displacement] : [0, 0, 0];
}
