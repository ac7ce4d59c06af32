// What a hand does on the tracks. Until it lets go, a copy of the layer shows what would be.
import { edit } from '../document/ask';
import { selectLayer, selectWishes, setEditFrame } from '../document/commands';
import type { Editor } from '../document/editor';
import type { Edit } from '../protocol/edits';
import type { Layer } from '../protocol/shot';
import { barEdit, markEdit, marks, withBarMoved, withGrip, withMark } from './bar_edits';
import type { Gesture, Spot } from './pointer';
import { weightAtY, type TrackHit, type TrackRow } from './track_rows';
import { fullWeight, weightAt, withKey, withKeyMoved, withoutKey } from './weight_curve';

export type TrackHand = {
  editor: Editor;
  frameCount: number;
  frameAt: (spot: Spot) => number; // whole
  preview: (layer: Layer | null) => void;
};

/** The gesture that a hit begins. A press without moving selects and goes there. */
export function trackGesture(hand: TrackHand, hit: TrackHit, start: Spot): Gesture | undefined {
  const { editor } = hand;
  if (hit.layer) selectLayer(editor, hit.layer.id);
  switch (hit.kind) {
    case 'mark':
      return markGesture(hand, hit.layer, hit.id, start);
    case 'grip':
      return changing(hand, (spot) =>
        withGrip(hit.layer, hit.grip, hand.frameAt(spot), hand.frameCount),
      );
    case 'bar':
      return barGesture(hand, hit.layer, start);
    case 'key':
      return keyGesture(hand, hit.layer, hit.frame, hit.row);
    default:
      return undefined;
  }
}

function changing(
  hand: TrackHand,
  change: (spot: Spot) => Layer,
  toEdit: (layer: Layer) => Edit | undefined = barEdit,
): Gesture {
  let changed: Layer | null = null;
  return {
    move(spot) {
      changed = change(spot);
      hand.preview(changed);
    },
    end: () => void commit(hand, changed && toEdit(changed)),
    cancel: () => hand.preview(null),
  };
}

// The copy stays on the page until the program has answered.
async function commit(hand: TrackHand, change: Edit | null | undefined): Promise<void> {
  if (change) await edit(hand.editor, change);
  hand.preview(null);
}

function barGesture(hand: TrackHand, layer: Layer, start: Spot): Gesture {
  const from = hand.frameAt(start);
  return changing(hand, (spot) => withBarMoved(layer, hand.frameAt(spot) - from, hand.frameCount));
}

function markGesture(hand: TrackHand, layer: Layer, id: number, start: Spot): Gesture {
  const { editor } = hand;
  const { layer: selected, wishes } = editor.view.selection;
  const together =
    start.shift && selected === layer.id ? wishes.filter((other) => other !== id) : [];
  selectWishes(editor, layer.id, [...together, id]);
  const frame = marks(layer).find((mark) => mark.id === id)?.frame;
  if (frame !== undefined) setEditFrame(editor, frame);
  return changing(
    hand,
    (spot) => withMark(layer, id, hand.frameAt(spot), hand.frameCount),
    (changed) => markEdit(changed, id),
  );
}

function weightEdit(layer: Layer): Edit {
  return { edit: 'set_weight', layer: layer.id, weight: layer.weight ?? fullWeight };
}

function keyGesture(hand: TrackHand, layer: Layer, frame: number, row: TrackRow): Gesture {
  const curve = layer.weight ?? fullWeight;
  const moved = (spot: Spot) => ({
    frame: hand.frameAt(spot),
    value: rounded(weightAtY(row, spot.y)),
  });
  return changing(
    hand,
    (spot) => ({ ...layer, weight: withKeyMoved(curve, frame, moved(spot)) }),
    weightEdit,
  );
}

// Hundredths: what a hand can hit, and a person can read.
function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

/** A double click on the weight: a key comes there, or the one there goes. */
export function toggleKey(hand: TrackHand, hit: TrackHit, spot: Spot): void {
  if (hit.kind !== 'key' && hit.kind !== 'weight') return;
  const curve = hit.layer.weight ?? fullWeight;
  const frame = hand.frameAt(spot);
  const weight =
    hit.kind === 'key'
      ? withoutKey(curve, hit.frame)
      : withKey(curve, { frame, value: rounded(weightAt(curve, frame)) });
  void edit(hand.editor, { edit: 'set_weight', layer: hit.layer.id, weight });
}

export function cursorOf(hit: TrackHit): string {
  const cursors = {
    mark: 'ew-resize',
    grip: 'col-resize',
    bar: 'grab',
    key: 'move',
    weight: 'crosshair',
    none: '',
  };
  return cursors[hit.kind];
}
