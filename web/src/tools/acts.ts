import { addHandle, addPins, addPlaneHold, pickVertex, selectWishes } from '../document/commands';
import { complain, type Editor } from '../document/editor';
import type { Vec3 } from '../protocol/shot';
import type { HandleMark } from '../viewport/marks';
import { vertexAt } from '../viewport/vec';
import type { Hit, Interaction } from './interaction';

// What each tool does with a click on a vertex.
export async function applyTool(hand: Interaction, vertex: number, place: Vec3): Promise<void> {
  const { editor } = hand.stage;
  const { tool, editFrame } = editor.view;
  if (tool === 'handle' || tool === 'region') await handleAt(editor, vertex, editFrame, place);
  else if (tool === 'pin') await addPins(editor, [vertex], editFrame);
  else if (tool === 'contact') await addPlaneHold(editor, { vertex, frame: editFrame, place });
  else pickVertex(editor, vertex);
}

function handleAt(editor: Editor, vertex: number, frame: number, place: Vec3) {
  if (editor.shot.opened?.pins.includes(vertex)) {
    complain(
      editor,
      `Vertex ${vertex} is pinned`,
      'Pins never move: pick a point beside them',
      'note',
    );
    return Promise.resolve(null);
  }
  const radius = editor.view.tool === 'region' ? editor.view.softRadius : undefined;
  return addHandle(editor, { vertex, frame, place, ...(radius && { radius }) });
}

// What a press that turns into a drag starts: a selection box, or handles on the move.
export function pressedTool(hand: Interaction, hit: Hit): 'box' | Promise<HandleMark[]> | null {
  const { editor, trail } = hand.stage;
  const { tool } = editor.view;
  switch (hit.kind) {
    case 'gizmo':
      return Promise.resolve(movable(hand));
    case 'mark':
      return Promise.resolve(grabbed(hand, hit.mark));
    case 'trail': {
      if (trail.vertex === null || !trail.output) return null;
      const place = vertexAt(trail.output, hit.frame);
      const vertex = trail.vertex;
      editor.setView('editFrame', hit.frame);
      return newMark(hand, handleAt(editor, vertex, hit.frame, place), vertex, hit.frame, place);
    }
    case 'vertex': {
      if (tool !== 'handle' && tool !== 'region') return 'box';
      const { vertex, place } = hit;
      const frame = editor.view.editFrame;
      return newMark(hand, handleAt(editor, vertex, frame, place), vertex, frame, place);
    }
    case 'nothing':
      return 'box';
  }
}

function movable(hand: Interaction): HandleMark[] {
  return hand.marks().filter((mark) => mark.selected && mark.here && mark.kind === 'handle');
}

function grabbed(hand: Interaction, mark: HandleMark): HandleMark[] {
  if (!mark.here || mark.kind !== 'handle') return [];
  if (!mark.selected) selectWishes(hand.stage.editor, mark.layer, [mark.id]);
  return movable(hand);
}

// A handle that was made by the press itself. The document may tell of it a moment later, so the mark
// is made from what is known.
async function newMark(
  hand: Interaction,
  adding: ReturnType<typeof addHandle>,
  vertex: number,
  frame: number,
  place: Vec3,
): Promise<HandleMark[]> {
  const added = await adding;
  if (!added) return [];
  const known = hand.marks().find((mark) => mark.id === added.wish && mark.here);
  const flags = { here: true, selected: true, active: true };
  const fresh = { id: added.wish, layer: added.layer, kind: 'handle' as const, input: null };
  return [known ?? { ...fresh, ...flags, frame, place, body: place, vertex }];
}
