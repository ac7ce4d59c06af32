// What the poses workspace asks the program for, again whenever the poses change.
import { createMemo, type Accessor } from 'solid-js';
import { curvesInHand, posesOf } from '../document/commands';
import type { Editor } from '../document/editor';
import { createAnswer } from '../graphs/graph_data';
import type { Spectrum } from '../protocol/messages';
import type { PoseKey } from '../shot/poses';

/** Changes with all that a motion through poses depends on, also while a hand drags. */
export function poseRevision(editor: Editor): string | null {
  const poses = posesOf(editor);
  if (!poses) return null;
  const { keys, settings, modes, frames, share, holds } = poses;
  const frame = ({ id, frame: at, velocity, more_turns, handles, hold }: PoseKey) =>
    [id, at, hold, velocity, more_turns, handles.map((one) => [one.vertex, ...one.target])].join();
  const spans = keys.map(({ span }) => span && [span.frequency, span.damping]);
  const parts = [settings, modes, frames, share, holds.map(({ vertices }) => vertices.length)];
  const { document, opened, jobs } = editor.shot; // modes come late, by a job
  const come = [document?.state, opened?.modes.count, jobs.length];
  return [...come, ...keys.map(frame), JSON.stringify([parts, spans])].join(' ');
}

export function createSpectrum(editor: Editor): Accessor<Spectrum | null> {
  const span = createMemo(() => curvesInHand(editor)?.span?.from.id ?? 0);
  const key = createMemo(() => {
    const revision = poseRevision(editor);
    return revision && `${span()} ${revision}`;
  });
  return createAnswer(key, async () => {
    const answer = await editor.link.ask({ type: 'spectrum', ...(span() && { span: span() }) });
    return answer.hz.length > 0 ? answer : null;
  });
}

/** What a mode does over all frames, and the plain spline through its amplitudes at the poses. */
export type Track = { mode: number; motion: Float32Array; spline: Float32Array };

export function createTrack(editor: Editor): Accessor<Track | null> {
  const key = createMemo(() => {
    const revision = poseRevision(editor);
    return revision && `${editor.view.poses.mode} ${revision}`;
  });
  return createAnswer(key, async () => {
    const { mode } = editor.view.poses;
    const { header, numbers } = await editor.link.ask({ type: 'track', mode });
    return { mode, ...splitTrack(numbers, header.count) };
  });
}

/** The shape of the mode that is looked at, x y z a vertex. */
export function createModeShape(editor: Editor): Accessor<Float32Array | null> {
  const key = createMemo(() => {
    const { modes, name } = editor.shot.opened ?? {};
    return modes && posesOf(editor) ? `${editor.view.poses.mode} ${modes.count} ${name}` : null;
  });
  return createAnswer(key, async () => {
    const index = editor.view.poses.mode;
    const { numbers } = await editor.link.ask({ type: 'mode', index });
    return numbers;
  });
}

/** Two numbers a frame: the motion, the spline. */
export function splitTrack(numbers: Float32Array, frames: number) {
  const row = (k: number) => Float32Array.from({ length: frames }, (_, f) => numbers[2 * f + k]);
  return { motion: row(0), spline: row(1) };
}
