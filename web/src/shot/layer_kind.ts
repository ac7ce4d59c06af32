// What the page must know of a kind of layer. Each kind is one file in layers/ and one row of the
// table there: the compiler asks for what is missing.
import type { Check } from '../json/shape';
import type { Measure } from '../text/number_text';
import type { Edit, NewLayer } from './edits';
import type { Delta, LayerHead, Settings, Vec3, Wish } from './shot';

export type Range = { first: number; last: number }; // frames

/** What can be selected, moved and taken away in a layer. */
export type Mark = Wish | Delta;

/** Where a person wants a mark. */
export type NewMark = {
  name: string;
  frame: number;
  vertex: number;
  radius?: number; // m: a region around the vertex
  target: Vec3; // m, world: where the body is there
};

/** What the program tells of a mark in a hand (docs/protocol.md, `moved`). */
export type MovedMark = {
  wish?: number | null;
  target?: Vec3 | null;
  delta?: number | null;
  displacement?: Vec3 | null;
};

export type Marks<L> = {
  of(layer: L): Mark[];
  add(layer: L, mark: NewMark): Edit;
  /** The same mark changed. */
  change(layer: L, mark: Mark): Edit;
  remove(layer: L, id: number): Edit;
  /** What a hand adds its way to: a place, a way from another point, a displacement. Null: none. */
  start(layer: L, id: number): Vec3 | null;
  /** Undefined where the mark has gone. */
  move(layer: L, id: number, to: Vec3, drag: number): Edit | undefined;
  /** The layer after what the program told. */
  afterMove(layer: L, moved: MovedMark): L;
  /** The layer with a mark at another frame, inside of what may change. */
  atFrame(layer: L, id: number, frame: number, frameCount: number): L;
};

export type Grip = 'first' | 'ease_in' | 'ease_out' | 'last';
export type Eases = { start: number; end: number }; // frames

/** What a hand can do to the bar. */
export type BarHand<L> = {
  /** From where to where the bar is at its height. */
  top(layer: L, frameCount: number): [number, number];
  /** With a grip taken to the frame, as far as the others allow. */
  withGrip(layer: L, grip: Grip, frame: number, frameCount: number): L;
  /** All of it moved by so many frames, which the motion has. */
  movedBy(layer: L, frames: number, frameCount: number): L;
  eases(layer: L, frameCount: number): Eases;
  withEases(layer: L, eases: Eases): L;
  /** Whether the program chooses the eases, and the layer where it does; null: it never does. */
  automatic: { is(layer: L): boolean; with(layer: L): L } | null;
  /** Makes window and easing of the layer those of this one. */
  edit(layer: L): Edit;
};

export type Bar<L> = {
  /** Frames outside of which the layer changes nothing. */
  affected(layer: L, frameCount: number): Range;
  /** From where the bar is nothing to where it is nothing again. */
  range(layer: L, frameCount: number): Range;
  /** 0 to 1: how much of the layer can be there at each frame, its weight left out. */
  presence(layer: L, frameCount: number): (frame: number) => number;
  hand: BarHand<L> | null; // null: the page leaves it as it is
};

/** A row of the inspector that only this kind has. */
export type Field<L> = { label: string; tip: string } & (
  | {
      row: 'choice';
      choices: Record<string, string>;
      value(layer: L): string;
      edit(layer: L, value: string): Edit;
    }
  | {
      row: 'number';
      measure: Measure;
      soft: [number, number]; // where a hand usually stays
      step: number; // a pixel of dragging
      value(layer: L): number;
      edit(layer: L, value: number): Edit;
    }
);

/** How a person adds a layer of the kind. */
export type Adding = {
  title: string; // in the list of what can be added
  command: string; // "Add a layer: ..."
  keys: { blender: string; maya: string };
  /** What a new one begins with, at the frame under edit. */
  content(name: string, frame: number): NewLayer;
};

export type LayerKind<L extends LayerHead> = {
  kind: L['kind'];
  check: Check<L>;
  method: string; // how it answers, in a few words
  adding: Adding | null; // null: a person cannot add one
  /** Wishes have reports, pins and planes, and errors in the graphs. */
  holdsWishes: L extends { wishes: Wish[] } ? true : false;
  /** What the material answers has modes, a force and the solver's settings. */
  isSolved: L extends { settings: Settings } ? true : false;
  marks: Marks<L> | null; // null: nothing in it can be picked
  bar: Bar<L>;
  fields: Field<L>[];
};
