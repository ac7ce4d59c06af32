// What a hand does on the tracks. Until it lets go, a copy of the layer shows what would be.
import { edit } from '../document/ask';
import { selectLayer, selectWishes, setEditFrame } from '../document/commands';
import type { Editor } from '../document/editor';
import type { ViewState } from '../document/view_state';
import type { Edit } from '../shot/edits';
import type { Layer } from '../shot/layer';
import {
  barEdit,
  grips,
  marks,
  marksEdit,
  withBarMoved,
  withGrip,
  withMarksMoved,
} from './bar_edits';
import type { Gesture, Spot } from './pointer';
import { weightAtY, type TrackHit } from './track_rows';
import { fullWeight, weightAt, withKey, withKeyMoved, withoutKey } from '../shot/weight_curve';

export type TrackHand = {
  editor: Editor;
  frameCount: number;
  frameAt: (spot: Spot) => number; // whole
  preview: (layer: Layer | null) => void;
};

/** The gesture that a hit begins. A press without moving selects and goes there. */
export function trackGesture(hand: TrackHand, hit: TrackHit, start: Spot): Gesture | undefined {
  const before = whereabouts(hand.editor);
  if (hit.layer) selectLayer(hand.editor, hit.layer.id);
  const gesture = gestureOn(hand, hit, start);
  if (!gesture) return undefined;
  const cancel = () => {
    gesture.cancel();
    hand.editor.setView(before);
  };
  return { ...gesture, cancel };
}

function whereabouts({ view }: Editor): Pick<ViewState, 'editFrame' | 'selection'> {
  const { layer, wishes, vertex } = view.selection;
  return { editFrame: view.editFrame, selection: { layer, wishes: [...wishes], vertex } };
}

function gestureOn(hand: TrackHand, hit: TrackHit, start: Spot): Gesture | undefined {
  const { frameCount } = hand;
  switch (hit.kind) {
    case 'mark':
      return markGesture(hand, hit.layer, hit.id, start);
    case 'grip': {
      const { layer, grip } = hit;
      const from = grips(layer, frameCount).find((place) => place.grip === grip)!.frame;
      const change = (by: number) => withGrip(layer, grip, from + by, frameCount);
      return shifting(hand, start, { layer, change, toEdit: barEdit });
    }
    case 'bar': {
      const { layer } = hit;
      const change = (by: number) => withBarMoved(layer, by, frameCount);
      return shifting(hand, start, { layer, change, toEdit: barEdit });
    }
    case 'key':
      return keyGesture(hand, hit, start);
    default:
      return undefined;
  }
}

type Change<From> = {
  layer: Layer;
  change: (from: From) => Layer;
  toEdit: (layer: Layer) => Edit | undefined;
  click?: () => void;
};

const clickSlack = 4; // px: less is a click, not a drag

function changing(
  hand: TrackHand,
  start: Spot,
  { layer, change, toEdit, click }: Change<Spot>,
): Gesture {
  let changed: Layer | null = null;
  return {
    move(spot) {
      if (!changed && Math.hypot(spot.x - start.x, spot.y - start.y) < clickSlack) return;
      changed = change(spot);
      hand.preview(changed);
    },
    end() {
      if (!changed) return click?.();
      const wanted = toEdit(changed);
      const isNew = JSON.stringify(wanted) !== JSON.stringify(toEdit(layer));
      void commit(hand, isNew ? wanted : undefined);
    },
    cancel: () => hand.preview(null),
  };
}

// A change by whole frames; none of them leaves the layer as it was.
function shifting(hand: TrackHand, start: Spot, { change, ...rest }: Change<number>): Gesture {
  const shifted = (spot: Spot) => {
    const by = hand.frameAt(spot) - hand.frameAt(start);
    return by === 0 ? rest.layer : change(by);
  };
  return changing(hand, start, { ...rest, change: shifted });
}

// The copy stays on the page until the program has answered.
async function commit(hand: TrackHand, change: Edit | undefined): Promise<void> {
  if (change) await edit(hand.editor, change);
  hand.preview(null);
}

// A mark that belongs to a selection takes the others along; a click leaves it alone in it.
function markGesture(hand: TrackHand, layer: Layer, id: number, start: Spot): Gesture {
  const { editor, frameCount } = hand;
  const { layer: selected, wishes } = editor.view.selection;
  const known = selected === layer.id ? [...wishes] : [];
  const wasIn = known.includes(id);
  const others = known.filter((other) => other !== id);
  const together = start.shift || wasIn ? [...others, id] : [id];
  selectWishes(editor, layer.id, together);
  const frame = marks(layer).find((mark) => mark.id === id)?.frame;
  if (frame !== undefined) setEditFrame(editor, frame);
  return shifting(hand, start, {
    layer,
    change: (by) => withMarksMoved(layer, together, by, frameCount),
    toEdit: (changed) => marksEdit(changed, together),
    click: () => wasIn && selectWishes(editor, layer.id, start.shift ? others : [id]),
  });
}

function weightEdit(layer: Layer): Edit {
  return { edit: 'set_weight', layer: layer.id, weight: layer.weight ?? fullWeight };
}

type KeyHit = Extract<TrackHit, { kind: 'key' }>;

function keyGesture(hand: TrackHand, { layer, frame, row }: KeyHit, start: Spot): Gesture {
  const curve = layer.weight ?? fullWeight;
  const from = weightAt(curve, frame);
  const moved = (spot: Spot) => {
    const by = weightAtY(row, spot.y) - weightAtY(row, start.y);
    const value = by === 0 ? from : rounded(Math.min(1, Math.max(0, from + by)));
    return { frame: Math.max(0, frame + hand.frameAt(spot) - hand.frameAt(start)), value };
  };
  return changing(hand, start, {
    layer,
    change: (spot) => ({ ...layer, weight: withKeyMoved(curve, frame, moved(spot)) }),
    toEdit: weightEdit,
  });
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
