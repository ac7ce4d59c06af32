import { For } from 'solid-js';
import { Icon } from '../widgets/Icon';
import type { IconName } from '../widgets/icon_paths';
import { chosenPose, posesOf } from '../document/commands';
import { useEditor } from '../document/editor';
import type { Tool } from '../document/view_state';
import { chordFor } from '../keymap/table';
import { poseActions } from './pose_actions';

type Act = { id: string; icon: IconName; title: string; tool?: Tool; needs?: 'pose' | 'points' };

const tools: Act[] = [
  { id: 'poses.select', icon: 'select', title: 'Pick points', tool: 'select' },
  { id: 'poses.bend', icon: 'handle', title: 'Bend the pose by its points', tool: 'handle' },
];
const acts: Act[] = [
  { id: 'poses.hold', icon: 'contact', title: 'Keep the picked points put', needs: 'points' },
  { id: 'poses.store', icon: 'pose', title: 'Store this frame as a pose' },
  { id: 'poses.mirror', icon: 'mirror', title: 'Mirror the pose', needs: 'pose' },
  { id: 'poses.copy', icon: 'copy', title: 'Copy the pose', needs: 'pose' },
];

/** The tools of the poses workspace, and what is done with a pose. */
export function PoseTools() {
  const editor = useEditor();
  const { view } = editor;
  const titleOf = ({ id, title }: Act) => {
    const chord = chordFor(id, view.keymap);
    return chord ? `${title} (${chord})` : title;
  };
  const isOff = ({ needs }: Act) =>
    !posesOf(editor) ||
    (needs === 'pose' && !chosenPose(editor)) ||
    (needs === 'points' && view.poses.vertices.length === 0);
  const button = (act: Act) => (
    <button
      class="tool"
      classList={{ on: act.tool !== undefined && view.tool === act.tool }}
      disabled={isOff(act)}
      title={titleOf(act)}
      onClick={() => void poseActions[act.id](editor)}
    >
      <Icon name={act.icon} size={18} />
    </button>
  );
  return (
    <>
      <For each={tools}>{button}</For>
      <hr />
      <For each={acts}>{button}</For>
    </>
  );
}
