import {
  addHandle,
  addPins,
  addPlaneHold,
  makeHandle,
  pickVertex,
  regionPlace,
  selectWishes,
  setEditFrame,
  type HandleWish,
} from '../document/commands';
import type { Editor } from '../document/editor';
import type { Tool } from '../document/view_state';
import type { Vec3 } from '../shot/shot';
import type { HandleMark } from '../viewport/marks';
import { vertexAt } from '../viewport/vec';
import type { Held } from './handle_drag';
import type { Interaction } from './interaction';
import type { Hit } from './hits';
import { isPinned } from './pinned';
import { isPosing, pressedPose } from './pose_acts';

// What each tool does with a click on a vertex.
export async function applyTool(hand: Interaction, vertex: number, place: Vec3): Promise<void> {
  const { editor } = hand.stage;
  const { editFrame } = editor.view;
  const tool = toolOf(editor);
  if (tool === 'handle' || tool === 'region') {
    if (!isPinned(editor, vertex))
      await addHandle(editor, handleFor(editor, vertex, editFrame, place));
  } else if (tool === 'pin') await addPins(editor, [vertex], editFrame);
  else if (tool === 'contact') await addPlaneHold(editor, { vertex, frame: editFrame, place });
  else pickVertex(editor, vertex);
}

// In the inspect workspace every click reads.
function toolOf({ view }: Editor): Tool {
  return view.workspace === 'inspect' ? 'probe' : view.tool;
}

// A region where the tool makes one and the body is shown at that frame: its mean is known there.
function handleFor(editor: Editor, vertex: number, frame: number, place: Vec3): HandleWish {
  const { tool, softRadius: radius } = editor.view;
  const mean = tool === 'region' ? regionPlace(editor, vertex, frame, radius) : null;
  return mean ? { vertex, frame, place: mean, radius } : { vertex, frame, place };
}

// What a press that turns into a drag takes: a selection box, or handles to move.
export function pressedTool(hand: Interaction, hit: Hit): 'box' | Held | null {
  const { editor, trail } = hand.stage;
  if (editor.view.workspace === 'inspect') return null;
  if (isPosing(editor)) return pressedPose(hand, hit);
  const { tool } = editor.view;
  switch (hit.kind) {
    case 'gizmo':
      return held(movable(hand));
    case 'mark':
      return held(grabbed(hand, hit.mark));
    case 'trail': {
      const { vertex, output } = trail;
      if (vertex === null || !output || isPinned(editor, vertex)) return null;
      const there = hand.allMarks().find((m) => m.vertex === vertex && m.frame === hit.frame);
      if (there) return held(grabbed(hand, there));
      setEditFrame(editor, hit.frame);
      return newHandle(editor, handleFor(editor, vertex, hit.frame, vertexAt(output, hit.frame)));
    }
    case 'vertex': {
      if (tool !== 'handle' && tool !== 'region') return 'box';
      const { vertex, place } = hit;
      if (isPinned(editor, vertex)) return null;
      return newHandle(editor, handleFor(editor, vertex, editor.view.editFrame, place));
    }
    case 'nothing':
      return 'box';
  }
}

export function held(marks: HandleMark[]): Held | null {
  return marks.length > 0 ? { marks } : null;
}

export function movable(hand: Interaction): HandleMark[] {
  return hand.marks().filter((mark) => mark.selected && mark.here && mark.drags);
}

// A mark of another frame takes the view there; where it stands on the trail, it comes along.
function grabbed(hand: Interaction, mark: HandleMark): HandleMark[] {
  const { editor } = hand.stage;
  if (!mark.selected || !mark.here) selectWishes(editor, mark.layer, [mark.id]);
  if (mark.here) return mark.drags ? movable(hand) : [];
  setEditFrame(editor, mark.frame);
  return mark.drags && mark.onTrail ? [{ ...mark, here: true, onTrail: false }] : [];
}

// A handle that the press itself makes, inside of the drag: all of it is one step of the history.
function newHandle(editor: Editor, handle: HandleWish): Held {
  const { vertex, frame, place } = handle;
  const flags = { drags: true, here: true, onTrail: false, selected: true, active: true };
  const layer = editor.view.selection.layer ?? 0;
  const what = { id: 0, layer, kind: 'handle' as const, vertex, frame };
  const likeness = { ...what, ...flags, place, body: place, input: null };
  return { marks: [likeness], make: () => makeHandle(editor, handle) };
}
