import type { Heat } from '../protocol/requests';
import type { Editor } from './editor';
import { layersOf } from './layer_commands';
import { markedFrames } from './selection';
import type { Overlays, PlayMode, SurfaceKind, Tool, ViewName, Workspace } from './view_state';

export function frameCount(editor: Editor): number {
  return editor.shot.document?.frames ?? editor.shot.opened?.frames ?? 0;
}

function clampFrame(editor: Editor, frame: number): number {
  return Math.max(0, Math.min(frameCount(editor) - 1, Math.round(frame)));
}

export function setEditFrame(editor: Editor, frame: number): void {
  editor.setView('editFrame', clampFrame(editor, frame));
}

export function setPlayFrame(editor: Editor, frame: number): void {
  editor.setView('playFrame', clampFrame(editor, frame));
}

export function stepFrame(editor: Editor, by: number): void {
  setEditFrame(editor, editor.view.editFrame + by);
}

// To the nearest frame with a handle after (1) or before (-1) the one under edit.
export function stepHandle(editor: Editor, direction: 1 | -1): void {
  const frames = markedFrames(layersOf(editor));
  const here = editor.view.editFrame;
  const next =
    direction > 0 ? frames.find((frame) => frame > here) : frames.findLast((frame) => frame < here);
  if (next !== undefined) setEditFrame(editor, next);
}

export function setRange(editor: Editor, first: number, last: number): void {
  const a = clampFrame(editor, Math.min(first, last));
  const b = clampFrame(editor, Math.max(first, last));
  editor.setView('range', [a, b]);
}

export const setPlaying = (editor: Editor, playing: boolean) => editor.setView('playing', playing);
export const togglePlaying = (editor: Editor) => setPlaying(editor, !editor.view.playing);
export const setPlayMode = (editor: Editor, mode: PlayMode) => editor.setView('playMode', mode);
export const toggleEveryFrame = (editor: Editor) => editor.setView('everyFrame', (on) => !on);
export const setWorkspace = (editor: Editor, workspace: Workspace) =>
  editor.setView('workspace', workspace);
export const setTool = (editor: Editor, tool: Tool) => editor.setView('tool', tool);
export const setSurface = (editor: Editor, view: ViewName, kind: SurfaceKind) =>
  editor.setView('surfaces', view, kind);
export const toggleLinkedCameras = (editor: Editor) => editor.setView('linkedCameras', (on) => !on);
export const setMode = (editor: Editor, mode: number | null) => editor.setView('mode', mode);
export const setHeat = (editor: Editor, heat: Heat) => editor.setView('overlays', 'heat', heat);

type Switch = { [K in keyof Overlays]: Overlays[K] extends boolean ? K : never }[keyof Overlays];
export function toggleOverlay(editor: Editor, overlay: Switch): void {
  editor.setView('overlays', overlay, (on) => !on);
}

export function toggleMaximized(editor: Editor, view: ViewName = editor.view.activeView): void {
  editor.setView('maximized', (now) => (now === view ? null : view));
}
