// Going from problem to problem.
import {
  fixProblem,
  inspect,
  layersOf,
  pickVertex,
  selectWishes,
  setEditFrame,
  setHeat,
  setWorkspace,
} from './commands';
import type { Editor } from './editor';
import type { InspectedProblem, Inspection } from '../protocol/messages';
import { judged } from './limits';
import { heatOf, sortedProblems, stepProblem } from './problem_facts';

/** What was found, judged by the limits that hold now. */
export function inspectionOf(editor: Editor): Inspection | null {
  const { inspection } = editor.shot;
  return inspection && judged(inspection, editor.view.limits);
}

/** Shows a problem where it is worst: frame, vertex, overlay. */
export function goToProblem(editor: Editor, problem: InspectedProblem): void {
  editor.setView('problem', problem.key);
  setEditFrame(editor, problem.worst_frame);
  setHeat(editor, heatOf(problem.kind));
  const { layer, wish, vertex } = problem;
  const owner = layersOf(editor).find(({ id }) => id === layer);
  if (owner && wish !== null && wish !== undefined) selectWishes(editor, owner.id, [wish]);
  if (vertex !== null && vertex !== undefined && vertex >= 0) pickVertex(editor, vertex);
}

export function goToNextProblem(editor: Editor, direction: 1 | -1): void {
  const next = stepProblem(sortedProblems(inspectionOf(editor)), editor.view.problem, direction);
  if (next) goToProblem(editor, next);
}

export function currentProblem(editor: Editor): InspectedProblem | undefined {
  return inspectionOf(editor)?.problems.find(({ key }) => key === editor.view.problem);
}

/** Applies the fix that the problem proposes and looks again at what is left. False: refused. */
export async function fixAndCheck(editor: Editor, problem: InspectedProblem): Promise<boolean> {
  if (!problem.fix || !(await fixProblem(editor, problem.key))) return false;
  return (await inspect(editor)) !== null;
}

/** Fixes what can be fixed, one after the other: each check names the problems anew. */
export async function fixEach(editor: Editor, fixable: () => InspectedProblem[]): Promise<void> {
  for (let left = fixable().length; left > 0; left--) {
    const [problem] = fixable();
    if (!problem || !(await fixAndCheck(editor, problem))) return;
  }
}

export function checkAll(editor: Editor): void {
  setWorkspace(editor, 'inspect');
  void inspect(editor);
}
