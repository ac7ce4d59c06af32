import { chosenPose } from '../document/commands';
import type { Editor } from '../document/editor';
import { streams } from '../document/vertices';
import type { PoseHandle } from '../shot/poses';
import type { Vec3 } from '../shot/shot';
import type { Surface } from '../protocol/worker_messages';
import type { HandleMark } from './marks';
import { vertexAt } from './vec';

// The shape of the chosen pose, which a hand in the poses workspace takes hold of.
export function posedSurface(editor: Editor): Surface | undefined {
  return chosenPose(editor) && editor.vertices.frame(streams.ghost)?.simulation;
}

// Handles of the chosen pose as the left view shows them. They are known by their vertices.
export function poseMarks(editor: Editor): HandleMark[] {
  const pose = chosenPose(editor);
  const positions = posedSurface(editor)?.positions;
  if (!pose || !positions) return [];
  return pose.handles
    .filter(({ vertex }) => 3 * vertex < positions.length)
    .map((handle) => poseMark(editor, pose, handle, vertexAt(positions, handle.vertex)));
}

function poseMark(
  { view }: Editor,
  pose: { id: number; frame: number },
  { vertex, target }: PoseHandle,
  body: Vec3,
): HandleMark {
  const selected = view.poses.handle === vertex;
  return {
    ...{ layer: 0, pose: pose.id, id: vertex, vertex, kind: 'handle', frame: pose.frame },
    ...{ drags: true, here: true, onTrail: false, selected, active: selected },
    ...{ place: [...target], body, input: [...target] },
  };
}

/** A handle that the hand is about to make. */
export function newPoseMark(pose: { id: number; frame: number }, vertex: number, place: Vec3) {
  const mark: HandleMark = {
    ...{ layer: 0, pose: pose.id, id: vertex, vertex, kind: 'handle', frame: pose.frame },
    ...{ drags: true, here: true, onTrail: false, selected: true, active: true },
    ...{ place, body: place, input: place },
  };
  return mark;
}
