import { createEffect, createSignal, on, onCleanup, Show } from 'solid-js';
import { chosenPose, posesOf, toggleOverlay } from '../document/commands';
import { useEditor } from '../document/editor';
import { streams } from '../document/vertices';
import { poseTitle, whereInPoses } from '../shot/pose_facts';

// Head and foot of the view in the poses workspace.

export function PosePlace() {
  const editor = useEditor();
  return (
    <Show when={posesOf(editor)} fallback={<span class="sub">result</span>}>
      {(poses) => <span class="sub">{whereInPoses(poses().keys, editor.view.editFrame)}</span>}
    </Show>
  );
}

export function PoseFoot() {
  const editor = useEditor();
  const pose = () => chosenPose(editor);
  const hint = () => {
    if (!posesOf(editor)) return '';
    if (!pose()) return 'Choose a card below to bend its pose';
    const { tool, poses } = editor.view;
    if (tool === 'select') return 'Drag a box to pick points';
    return pose()!.handles.length === 0 && poses.handle === null ? 'Drag a point to bend' : '';
  };
  return (
    <div class="view-foot">
      <Show when={pose()}>
        {(found) => (
          <button
            class="chip"
            classList={{ on: editor.view.overlays.ghost }}
            title="Shows or hides the pose"
            onClick={() => toggleOverlay(editor, 'ghost')}
          >
            <i class="swatch c-handle" />
            {poseTitle(found())}
          </button>
        )}
      </Show>
      <span class="chip on">
        <i class="swatch c-output" />
        Motion
      </span>
      <Show when={hint()}>
        <span class="chip hint">{hint()}</span>
      </Show>
    </div>
  );
}

const besideTitles = { off: '', linear: 'Linear modes', warped: 'Modal warping' } as const;

export function BesideHead() {
  const editor = useEditor();
  const [hasCome, setCome] = createSignal(false);
  createEffect(
    on(
      () => editor.view.poses.beside,
      () => setCome(false),
    ),
  );
  onCleanup(editor.vertices.onFrame(({ stream }) => stream === streams.play && setCome(true)));
  return (
    <div class="view-head">
      <h2>{besideTitles[editor.view.poses.beside]}</h2>
      <span class="sub">{hasCome() ? 'the same poses' : 'on its way …'}</span>
    </div>
  );
}
