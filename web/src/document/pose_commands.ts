import { changedPose, freeFrame, usualGap } from '../shot/pose_frames';
import { curveHome, type CurveHome } from '../shot/curve_home';
import { aroundFrame, freshName, poseOver } from '../shot/pose_facts';
import type { ChangedPose, Edit, PoseChange } from '../shot/edits';
import type { PoseKey, PoseOrigin, PosePreset, PoseSettings, PoseSource } from '../shot/poses';
import { sourceKind } from '../shot/source';
import { ask, edit } from './ask';
import { complain, type Editor } from './editor';
import { sourceName } from './strangers';
import { frameCount, setEditFrame, setPlaying } from './view_commands';

// What is done with key poses. All of it is a step of the history.

export function posesOf({ shot }: Editor): PoseSource | null {
  return shot.document?.poses ?? null;
}

/** There are poses, and this page could not read them. */
export const hasUnreadPoses = ({ shot }: Editor): boolean =>
  sourceKind(sourceName(shot)).hasPoses && shot.document?.poses === null;
export const unreadPoses = 'This page cannot read the poses of this shot';

export function chosenPose(editor: Editor): PoseKey | undefined {
  const { chosen } = editor.view.poses;
  return posesOf(editor)?.keys.find(({ id }) => id === chosen);
}

// A pose in the hand is looked at where it stands.
export function choosePose(editor: Editor, id: number | null): void {
  editor.setView('poses', { chosen: id, handle: null, point: null });
  const pose = chosenPose(editor);
  if (!pose) return;
  setPlaying(editor, false);
  setEditFrame(editor, pose.frame);
}

// To the nearest pose after (1) or before (-1) the frame under edit.
export function stepPose(editor: Editor, direction: 1 | -1): void {
  const keys = posesOf(editor)?.keys ?? [];
  const here = editor.view.editFrame;
  const next =
    direction > 0
      ? keys.find(({ frame }) => frame > here)
      : keys.findLast(({ frame }) => frame < here);
  if (next) choosePose(editor, next.id);
}

export function stepMode(editor: Editor, direction: 1 | -1): void {
  const count = posesOf(editor)?.modes ?? 1;
  editor.setView('poses', 'mode', (mode) => Math.max(0, Math.min(count - 1, mode + direction)));
}

/** The pose nearest to the frame under edit is chosen; the frame stays. */
export async function makePoses(editor: Editor, frames: number[]): Promise<boolean> {
  const done = await ask(editor, { type: 'make_poses', frames });
  const { editFrame } = editor.view;
  const away = (k: number) => Math.abs(frames[k] - editFrame);
  const ids = done?.ids ?? [];
  const nearest = [...ids.keys()].sort((a, b) => away(a) - away(b))[0];
  if (nearest === undefined) return false;
  editor.setView('poses', { chosen: ids[nearest], handle: null, point: null });
  return true;
}

/** Back to the source that the shot had without poses. */
export async function dropPoses(editor: Editor): Promise<void> {
  await edit(editor, { edit: 'set_poses', poses: null });
}

async function store(
  editor: Editor,
  pose: { frame: number; name: string; from: PoseOrigin },
): Promise<number | null> {
  const done = await ask(editor, { type: 'store_pose', ...pose });
  const id = done?.ids?.[0] ?? null;
  if (id !== null) choosePose(editor, id);
  return id;
}

/** What is seen at the frame under edit becomes a pose. */
export async function storeFrame(editor: Editor): Promise<void> {
  const poses = posesOf(editor);
  const { editFrame: frame } = editor.view;
  if (hasUnreadPoses(editor)) return complain(editor, unreadPoses, '', 'note');
  if (!poses) return startWithPose(editor, frame);
  if (isTaken(editor, frame)) return;
  const name = freshName(poses.keys, `Frame ${frame}`);
  await store(editor, { frame, name, from: { frame, what: 'result' } });
}

// A motion through poses needs more than one: its ends are poses as well.
async function startWithPose(editor: Editor, frame: number): Promise<void> {
  const frames = [...new Set([0, frame, frameCount(editor) - 1])].sort((a, b) => a - b);
  setPlaying(editor, false);
  if (!(await makePoses(editor, frames))) return;
  const where = `${frames.slice(0, -1).join(', ')} and ${frames.at(-1)}`;
  const advice =
    'Store more with I where the motion should go through. Undo brings it back as it was';
  complain(editor, `The motion now goes through poses at frames ${where}`, advice, 'note');
}

function isTaken(editor: Editor, frame: number): boolean {
  const there = poseOver(posesOf(editor)?.keys ?? [], frame);
  if (!there) return false;
  const what =
    there.frame === frame
      ? `${there.name} is the pose of frame ${frame}`
      : `${there.name} is held at frame ${frame}`;
  complain(editor, what, 'Go to a frame without a pose', 'note');
  return true;
}

/** A copy at a frame of its own: the one given, the one under edit, or after the original. */
export async function copyPose(editor: Editor, id: number, frame?: number): Promise<void> {
  const poses = posesOf(editor);
  const pose = poses?.keys.find((key) => key.id === id);
  if (!poses || !pose) return;
  const here = editor.view.editFrame;
  const gap = usualGap(poses.keys, editor.shot.opened?.fps ?? 24);
  const wanted = frame ?? (here === pose.frame ? pose.frame + gap : here);
  const free = freeFrame(poses.keys, wanted, frameCount(editor));
  if (free === null) return complain(editor, 'Every frame has a pose already', '', 'note');
  const name = freshName(poses.keys, pose.name);
  await store(editor, { frame: free, name, from: { pose: id } });
}

/** The same pose, left and right changed. */
export async function mirrorPose(editor: Editor, id: number, axis: 'x' | 'y' | 'z'): Promise<void> {
  await ask(editor, { type: 'store_pose', replace: id, from: { mirror: id, axis } });
}

export async function restPose(editor: Editor, id: number): Promise<void> {
  await ask(editor, { type: 'store_pose', replace: id, from: 'rest' });
}

/** A pose at the frame under edit, between those around it by as much as the frame is. */
export async function blendPose(editor: Editor): Promise<void> {
  const poses = posesOf(editor);
  const frame = editor.view.editFrame;
  if (!poses || isTaken(editor, frame)) return;
  const around = aroundFrame(poses.keys, frame);
  if (!around) {
    const advice = 'Go to a frame that has a pose before it and one after it';
    return complain(editor, 'There are no two poses to blend here', advice, 'note');
  }
  const { before, after, share } = around;
  const name = freshName(poses.keys, `${before.name} to ${after.name}`);
  await store(editor, { frame, name, from: { blend: [before.id, after.id], share } });
}

export async function removePose(editor: Editor, id: number): Promise<void> {
  await edit(editor, { edit: 'remove_pose', pose: id });
}

export async function unbendPose(editor: Editor, pose: number, vertex: number): Promise<void> {
  await ask(editor, { type: 'unbend_pose', pose, vertex });
}

export async function changePose(
  editor: Editor,
  key: PoseKey,
  change: Partial<ChangedPose>,
): Promise<void> {
  await edit(editor, changedPose(key, change));
}

export async function changePoseSource(editor: Editor, change: PoseChange): Promise<void> {
  await edit(editor, { edit: 'change_pose_settings', drag: 0, ...change });
}

/** The settings with those of a preset in their place; the stiffness stays that of the body. */
export function withPreset(settings: PoseSettings, preset: PosePreset): PoseSettings {
  const { between, settles_at } = preset;
  const spectrum = { ...preset.spectrum, stiffness: settings.spectrum.stiffness };
  return { ...settings, between, spectrum, ...(settles_at && { settles_at }) };
}

/** The curves that are looked at; null without poses. */
export function curvesInHand(editor: Editor): CurveHome | null {
  const poses = posesOf(editor);
  const { scope } = editor.view.poses;
  return poses && curveHome(poses, scope, scope === 'all' ? 0 : editor.view.editFrame);
}

// Nothing was lively before, and nobody has said how stiff the body is.
const isUnsuited = ({ preset, settings, keys }: PoseSource) =>
  preset === 'direct' &&
  settings.spectrum.stiffness === 1 &&
  keys.every(({ span }) => !span || span.preset === 'direct');

// The first lively preset makes the body as stiff as presets want it; others leave that as it is.
function presetEdit(poses: PoseSource, home: CurveHome, preset: PosePreset, suited: number | null) {
  const change = home.toEdit(withPreset(home.settings, preset));
  if (!suited || preset.name === 'direct' || !isUnsuited(poses)) return change;
  const spectrum = { ...poses.settings.spectrum, stiffness: suited };
  const settings = { ...poses.settings, spectrum };
  if (!home.span) return home.toEdit(withPreset(settings, preset));
  const stiffening: Edit = { edit: 'change_pose_settings', settings, drag: 0 };
  const edits = [stiffening, change];
  return { edit: 'group' as const, name: 'Change feel of a span', edits };
}

/** `suited`: the stiffness with which presets feel as they are meant to, where it is known. */
export async function choosePreset(
  editor: Editor,
  preset: PosePreset,
  suited: number | null,
): Promise<void> {
  const poses = posesOf(editor);
  const home = curvesInHand(editor);
  if (poses && home) await edit(editor, presetEdit(poses, home, preset, suited));
}

/** The span that is looked at goes as all others again. */
export async function giveSpanBack(editor: Editor): Promise<void> {
  const from = curvesInHand(editor)?.span?.from;
  if (from?.span) await changePose(editor, from, { span: null });
}
