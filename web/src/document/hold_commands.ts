import type { PoseHold } from '../shot/poses';
import type { Editor } from './editor';
import { changePoseSource, posesOf } from './pose_commands';

// Points that go from pose to pose without swinging: feet.

export function pickVertices(editor: Editor, vertices: number[], adding: boolean): void {
  const before = adding ? editor.view.poses.vertices : [];
  editor.setView('poses', 'vertices', [...new Set([...before, ...vertices])]);
}

export async function holdPicked(editor: Editor): Promise<void> {
  const poses = posesOf(editor);
  const { vertices } = editor.view.poses;
  if (!poses || vertices.length === 0) return;
  const name = `Hold ${poses.holds.length + 1}`;
  await changePoseSource(editor, { holds: [...poses.holds, { name, vertices: [...vertices] }] });
  editor.setView('poses', 'vertices', []);
}

export async function changeHold(editor: Editor, index: number, hold: PoseHold): Promise<void> {
  const holds = posesOf(editor)?.holds ?? [];
  await changePoseSource(editor, { holds: holds.map((old, k) => (k === index ? hold : old)) });
}

export async function removeHold(editor: Editor, index: number): Promise<void> {
  const holds = posesOf(editor)?.holds ?? [];
  await changePoseSource(editor, { holds: holds.filter((_, k) => k !== index) });
}
