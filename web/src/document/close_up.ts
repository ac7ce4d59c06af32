import { vertexText } from './bodies';
import type { Editor } from './editor';
import { streams } from './vertices';
import type { Heat } from '../protocol/requests';
import { valueText } from './problem_facts';
import { inspectionOf } from './inspect_commands';

/** The vertex that the small view of the inspect workspace shows from near; null: no such view. */
export function closeUpVertex(editor: Editor): number | null {
  const { view } = editor;
  if (view.workspace !== 'inspect') return null;
  const problem = inspectionOf(editor)?.problems.find(({ key }) => key === view.problem);
  return problem?.vertex ?? null;
}

const units: Record<Exclude<Heat, 'none'>, string> = {
  edit_size: 'm',
  strain: '',
  penetration: 'm',
  handle_error: 'm',
};

/** "v 2208", and what the heat overlay says there: "6.2 mm". */
export function readVertex(editor: Editor, vertex: number): { name: string; value: string } {
  const { heat } = editor.view.overlays;
  const values = editor.vertices.frame(streams.edit)?.simulation.heat;
  const value = heat === 'none' || !values ? '' : valueText(values[vertex], units[heat]);
  return { name: vertexText(editor.shot.opened?.bodies, vertex, 'v'), value };
}
