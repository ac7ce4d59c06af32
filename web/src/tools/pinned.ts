import { vertexTitle } from '../document/bodies';
import { complain, type Editor } from '../document/editor';

// Pins never move: says so, and takes no handle there.
export function isPinned(editor: Editor, vertex: number): boolean {
  const { opened } = editor.shot;
  if (!opened?.pins.includes(vertex)) return false;
  const what = `${vertexTitle(opened.bodies, vertex)} is pinned`;
  complain(editor, what, 'Pins never move: pick a point beside them', 'note');
  return true;
}
