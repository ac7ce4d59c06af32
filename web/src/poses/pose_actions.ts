import { edit } from '../document/ask';
import * as act from '../document/commands';
import type { Editor } from '../document/editor';
import { boxSelect, circleSelect, grab } from '../document/stage_acts';
import { withoutPoint } from './curve';
import { curveOf, withCurve } from '../shot/pose_curves';

// What the commands of the poses workspace do (keymap/table.ts).

type Action = (editor: Editor) => unknown;

const onPose =
  (does: (editor: Editor, id: number) => unknown): Action =>
  (editor) => {
    const pose = act.chosenPose(editor);
    return pose && does(editor, pose.id);
  };

// In the Blender way: with a handle in hand it moves at once, else the tool waits for one.
function bend(editor: Editor): void {
  if (editor.view.tool === 'handle' && editor.view.poses.handle !== null) grab(editor);
  else act.setTool(editor, 'handle');
}

/** What is selected goes: a point of a curve, a handle of the pose, else the pose itself. */
async function removeChosen(editor: Editor): Promise<void> {
  const { point, handle } = editor.view.poses;
  const home = act.curvesInHand(editor);
  const pose = act.chosenPose(editor);
  if (point && home) {
    const curve = withoutPoint(curveOf(home.settings, point.curve), point.index);
    editor.setView('poses', 'point', null);
    await edit(editor, home.toEdit(withCurve(home.settings, point.curve, curve)));
  } else if (pose && handle !== null) await act.unbendPose(editor, pose.id, handle);
  else if (pose) await act.removePose(editor, pose.id);
}

function selectNothing(editor: Editor): void {
  editor.setView('poses', { chosen: null, handle: null, point: null, vertices: [] });
}

const besides = ['off', 'linear', 'warped'] as const;

function nextBeside(editor: Editor): void {
  const now = besides.indexOf(editor.view.poses.beside);
  editor.setView('poses', 'beside', besides[(now + 1) % besides.length]);
}

export const poseActions: Record<string, Action> = {
  'poses.bend': bend,
  'poses.select': (editor) => act.setTool(editor, 'select'),
  'poses.box': boxSelect,
  'poses.circle': circleSelect,
  'poses.store': act.storeFrame,
  'poses.copy': onPose((editor, id) => act.copyPose(editor, id)),
  'poses.mirror': onPose((editor, id) => act.mirrorPose(editor, id, 'x')),
  'poses.blend': act.blendPose,
  'poses.delete': removeChosen,
  'poses.hold': act.holdPicked,
  'poses.none': selectNothing,
  'poses.previous': (editor) => act.stepPose(editor, -1),
  'poses.next': (editor) => act.stepPose(editor, 1),
  'poses.mode_down': (editor) => act.stepMode(editor, -1),
  'poses.mode_up': (editor) => act.stepMode(editor, 1),
  'poses.swing': (editor) => editor.setView('poses', 'swings', (on) => !on),
  'poses.beside': nextBeside,
};
