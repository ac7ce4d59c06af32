// What a hand does on a curve over the spectrum: the curve answers at once, the motion as it comes.
import type { Editor } from '../document/editor';
import { createLiveEdit } from '../document/live_edit';
import type { Edit } from '../protocol/edits';
import type { Curve, PoseSettings } from '../protocol/poses';
import type { Gesture, Spot } from '../timeline/pointer';
import { withAllRaised, withPoint, withPointMoved } from './curve';
import { curveOf, isDrawn, withCurve, type CurveName } from './pose_curves';
import { modeAtX, pointAtSpot, pointNear, spotOfPoint, type CurvePlot } from './spectrum_plot';

export type CurveHand = {
  editor: Editor;
  name: CurveName;
  plot: CurvePlot; // as it is when the hand comes: it stays so until it lets go
  settings: PoseSettings; // a copy
  preview: (curve: Curve | null) => void;
};

export function curveEdit(settings: PoseSettings, name: CurveName, curve: Curve): Edit {
  return { edit: 'change_pose_settings', settings: withCurve(settings, name, curve), drag: 0 };
}

/** A press on a point takes it, with Alt the whole curve; with Ctrl a new one comes; elsewhere it chooses a mode. */
export function curveGesture(hand: CurveHand, start: Spot): Gesture {
  const curve = curveOf(hand.settings, hand.name);
  const isEditable = isDrawn(hand.settings, hand.name);
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

function bending(
  { editor, name, plot, settings, preview }: CurveHand,
  curve: Curve,
  index: number,
  start: Spot,
  isNew: boolean,
): Gesture {
  const live = createLiveEdit(editor);
  const before = editor.view.poses.point;
  const from = spotOfPoint(plot, curve[index]);
  let place = { ...from }; // of the point, slowed down while Shift is held
  let last: { x: number; y: number } = start;
  let bent = isNew ? curve : null;
  editor.setView('poses', { point: { curve: name, index }, handle: null });
  const show = (changed: Curve) => {
    bent = changed;
    preview(changed);
    live.move(curveEdit(settings, name, changed));
  };
  if (isNew) show(curve);
  return {
    move(spot) {
      if (!bent && Math.hypot(spot.x - start.x, spot.y - start.y) < slack) return;
      const slow = spot.shift ? precise : 1;
      place = { x: place.x + slow * (spot.x - last.x), y: place.y + slow * (spot.y - last.y) };
      last = spot;
      const to = pointAtSpot(plot, place);
      show(
        start.alt
          ? withAllRaised(curve, to.value - curve[index].value)
          : withPointMoved(curve, index, to),
      );
    },
    end() {
      if (!bent) return;
      void live.end(curveEdit(settings, name, bent)).then(() => preview(null));
    },
    cancel() {
      editor.setView('poses', 'point', before);
      preview(null);
      if (bent) void live.cancel();
    },
  };
}
