// What a hand does on a curve over the spectrum: the curve answers at once, the motion as it comes.
import type { Editor } from '../document/editor';
import { createLiveEdit } from '../document/live_edit';
import type { Edit } from '../shot/edits';
import type { Curve, PoseSettings } from '../shot/poses';
import type { Gesture, Spot } from '../timeline/pointer';
import { withAllRaised, withPoint, withPointMoved, withSlope } from './curve';
import { curveOf, isDrawn, withCurve, type CurveName } from '../shot/pose_curves';
import { modeAtX, pointAtSpot, pointNear, spotOfPoint, type CurvePlot } from './spectrum_plot';
import { slopeAtSpot, tangentNear } from './tangent';

export type CurveHand = {
  editor: Editor;
  name: CurveName;
  plot: CurvePlot; // as it is when the hand comes: it stays so until it lets go
  settings: PoseSettings; // a copy, with the curves of their home
  toEdit: (settings: PoseSettings) => Edit;
  preview: (curve: Curve | null) => void;
};

/**
 * A press on a point takes it, with Alt the whole curve; on an end of the chosen point's tangent that,
 * and with Ctrl gives it back; with Ctrl elsewhere a new point comes, else a mode is chosen.
 */
export function curveGesture(hand: CurveHand, start: Spot): Gesture {
  const curve = curveOf(hand.settings, hand.name);
  const isEditable = isDrawn(hand.settings, hand.name);
  const { point } = hand.editor.view.poses;
  const chosen = isEditable && point?.curve === hand.name ? point.index : null;
  const tangent = chosen === null ? null : tangentNear(hand.plot, curve, chosen, start);
  if (tangent) return turning(hand, curve, chosen!, tangent, start);
  const near = isEditable ? pointNear(hand.plot, curve, start) : null;
  if (near !== null) return bending(hand, curve, near, start, false);
  const added = isEditable && start.ctrl ? withPoint(curve, pointAtSpot(hand.plot, start)) : null;
  if (added) return bending(hand, added.curve, added.index, start, true);
  return choosing(hand, start);
}

function choosing({ editor, plot }: CurveHand, start: Spot): Gesture {
  const before = editor.view.poses.mode;
  const choose = ({ x }: Spot) => {
    const mode = Math.round(modeAtX(plot.box, plot.places.length, x)) - 1;
    editor.setView('poses', { mode, point: null });
  };
  choose(start);
  return {
    move: choose,
    end: () => undefined,
    cancel: () => editor.setView('poses', 'mode', before),
  };
}

const precise = 0.1; // of the cursor's way, with Shift
const slack = 3; // px: less is a click, not a drag

// What a hand has made of a curve: shown at once, sent as it can be taken.
function bentCurve({ editor, name, settings, toEdit, preview }: CurveHand) {
  const live = createLiveEdit(editor);
  const toSend = (curve: Curve) => toEdit(withCurve(settings, name, curve));
  let bent: Curve | null = null;
  return {
    isBent: () => bent !== null,
    show(curve: Curve) {
      bent = curve;
      preview(curve);
      live.move(toSend(curve));
    },
    end() {
      if (bent) void live.end(toSend(bent)).then(() => preview(null));
    },
    cancel() {
      preview(null);
      if (bent) void live.cancel();
    },
  };
}

// The cursor's way since the press, slowed down while Shift is held.
function preciseWay(start: Spot) {
  let last: { x: number; y: number } = start;
  const way = { x: 0, y: 0 };
  return (spot: Spot) => {
    const slow = spot.shift ? precise : 1;
    way.x += slow * (spot.x - last.x);
    way.y += slow * (spot.y - last.y);
    last = spot;
    return way;
  };
}

const isClick = (spot: Spot, start: Spot) => Math.hypot(spot.x - start.x, spot.y - start.y) < slack;

// The end of the tangent of a point goes with the hand; with Ctrl the slope is given back.
function turning(
  hand: CurveHand,
  curve: Curve,
  index: number,
  end: { x: number; y: number },
  start: Spot,
): Gesture {
  const bent = bentCurve(hand);
  const wayOf = preciseWay(start);
  const isGiven = typeof curve[index].slope === 'number';
  if (start.ctrl && isGiven) bent.show(withSlope(curve, index, null));
  return {
    move(spot) {
      if (start.ctrl || (!bent.isBent() && isClick(spot, start))) return;
      const { x, y } = wayOf(spot);
      const slope = slopeAtSpot(hand.plot, curve, index, { x: end.x + x, y: end.y + y });
      if (slope !== null) bent.show(withSlope(curve, index, slope));
    },
    end: bent.end,
    cancel: bent.cancel,
  };
}

function bending(
  hand: CurveHand,
  curve: Curve,
  index: number,
  start: Spot,
  isNew: boolean,
): Gesture {
  const { editor, name, plot } = hand;
  const bent = bentCurve(hand);
  const before = editor.view.poses.point;
  const from = spotOfPoint(plot, curve[index]);
  const wayOf = preciseWay(start);
  editor.setView('poses', { point: { curve: name, index }, handle: null });
  if (isNew) bent.show(curve);
  return {
    move(spot) {
      if (!bent.isBent() && isClick(spot, start)) return;
      const { x, y } = wayOf(spot);
      const to = pointAtSpot(plot, { x: from.x + x, y: from.y + y });
      bent.show(
        start.alt
          ? withAllRaised(curve, to.value - curve[index].value)
          : withPointMoved(curve, index, to),
      );
    },
    end: bent.end,
    cancel() {
      editor.setView('poses', 'point', before);
      bent.cancel();
    },
  };
}
