import {
  choosePose,
  chosenPose,
  beginBend,
  pickVertices,
  setEditFrame,
  setPlaying,
} from '../document/commands';
import { complain, type Editor } from '../document/editor';
import type { Vec3 } from '../shot/shot';
import { newPoseMark } from '../viewport/pose_marks';
import { vertexAt } from '../viewport/vec';
import { isFacing } from '../viewport/facing';
import type { Held } from './handle_drag';
import type { Hit } from './hits';
import type { Interaction } from './interaction';
import { isPinned } from './pinned';

// What the hand does in the left view of the poses workspace.

export const isPosing = ({ view }: Editor) => view.workspace === 'poses';

const selects = ({ view }: Editor) => view.tool === 'select';

// A press that turns into a drag bends the chosen pose, at its own frame.
export function pressedPose(hand: Interaction, hit: Hit): 'box' | Held | null {
  const { editor } = hand.stage;
  if (hit.kind === 'nothing' || (hit.kind === 'vertex' && selects(editor))) return 'box';
  const pose = chosenPose(editor);
  if (!pose) return askForPose(editor);
  if (hit.kind === 'gizmo') return goTo(hand, activeMarks(hand));
  if (hit.kind === 'mark') {
    editor.setView('poses', { handle: hit.mark.vertex, point: null });
    return goTo(hand, [hit.mark]);
  }
  if (hit.kind !== 'vertex' || isPinned(editor, hit.vertex)) return null;
  editor.setView('poses', { handle: hit.vertex, point: null });
  return goTo(hand, [newPoseMark(pose, hit.vertex, hit.place)]);
}

function goTo(hand: Interaction, marks: Held['marks']): Held | null {
  const { editor } = hand.stage;
  const pose = chosenPose(editor);
  if (!pose || marks.length === 0) return null;
  setPlaying(editor, false);
  setEditFrame(editor, pose.frame);
  return { marks };
}

const activeMarks = (hand: Interaction) => hand.marks().filter(({ active }) => active);

function askForPose(editor: Editor): null {
  const advice = 'Choose a card on the timeline, or store this frame as a pose';
  complain(editor, 'No pose is chosen to bend', advice, 'note');
  return null;
}

export async function clickedPose(hand: Interaction, hit: Hit, adding: boolean): Promise<void> {
  const { editor } = hand.stage;
  if (hit.kind === 'mark') {
    editor.setView('poses', { handle: hit.mark.vertex, point: null });
  } else if (hit.kind === 'vertex' && selects(editor)) {
    pickVertices(editor, [hit.vertex], adding);
  } else if (hit.kind === 'vertex') {
    await holdInPose(editor, hit.vertex, hit.place);
  } else if (hit.kind === 'nothing') {
    if (!adding) pickVertices(editor, [], false);
    if (editor.view.poses.handle !== null) editor.setView('poses', 'handle', null);
  }
}

// A click keeps a point of the pose where it is while others are bent.
async function holdInPose(editor: Editor, vertex: number, place: Vec3): Promise<void> {
  const pose = chosenPose(editor);
  if (!pose || isPinned(editor, vertex)) return;
  choosePose(editor, pose.id);
  const drag = await beginBend(editor, pose.id);
  if (!drag) return;
  const isTaken = await drag.move(0, [{ wish: vertex, to: place }]);
  await (isTaken ? drag.end() : drag.cancel());
  if (isTaken) editor.setView('poses', 'handle', vertex);
}

/** Picks the points that a box or a circle covers, of the side that is seen. */
export function sweepVertices(hand: Interaction, adding: boolean): void {
  const { editor, edit } = hand.stage;
  const body = hand.body();
  if (!body || !hand.sweep) return;
  const { positions, normals } = body;
  const covered = [...body.surfaceVertices].filter((vertex) => {
    const point = edit.projector.project(vertexAt(positions, vertex));
    if (point.depth <= 0 || !hand.sweep!.covers(point)) return false;
    return !normals || isFacing({ positions, normals }, edit.projector, vertex);
  });
  pickVertices(editor, covered, adding);
}
