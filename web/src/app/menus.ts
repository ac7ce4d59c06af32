import * as act from '../document/commands';
import type { Editor } from '../document/editor';
import { chordFor } from '../keymap/table';
import { poseActions } from '../poses/pose_actions';
import { addable } from '../shot/layer';
import type { MenuItem } from './Menu';

// The lists of the top bar.

// Keys as the person's own keymap has them.
const keysIn =
  ({ view }: Editor) =>
  (id: string) =>
    chordFor(id, view.keymap);

export function fileMenu(editor: Editor): MenuItem[] {
  const keys = keysIn(editor);
  const none = !editor.shot.opened;
  return [
    { title: 'Open…', keys: keys('file.open'), act: () => editor.setView('dialog', 'open') },
    { title: 'Scenes and recent files', disabled: none, act: () => act.closeShot(editor) },
    'line',
    { title: 'Save', keys: keys('file.save'), disabled: none, act: () => act.save(editor) },
    {
      title: 'Save as…',
      keys: keys('file.save_as'),
      disabled: none,
      act: () => editor.setView('dialog', 'save_as'),
    },
    {
      title: 'Export…',
      keys: keys('file.export'),
      disabled: none,
      act: () => editor.setView('dialog', 'export'),
    },
    'line',
    {
      title: 'Save the edit alone…',
      disabled: none || act.layersOf(editor).length === 0,
      act: () => editor.setView('dialog', 'save_edit'),
    },
    {
      title: 'Apply a saved edit…',
      disabled: none,
      act: () => editor.setView('dialog', 'apply_edit'),
    },
    'line',
    {
      title: 'Preferences…',
      keys: keys('app.preferences'),
      act: () => editor.setView('dialog', 'preferences'),
    },
  ];
}

export function editMenu(editor: Editor): MenuItem[] {
  const keys = keysIn(editor);
  const { undo, redo } = editor.shot.document ?? {};
  return [
    {
      title: undo ? `Undo ${undo}` : 'Undo',
      keys: keys('edit.undo'),
      disabled: !undo,
      act: () => act.undo(editor),
    },
    {
      title: redo ? `Redo ${redo}` : 'Redo',
      keys: keys('edit.redo'),
      disabled: !redo,
      act: () => act.redo(editor),
    },
    'line',
    ...(editor.view.workspace === 'poses' ? poseItems(editor) : handleItems(editor)),
  ];
}

function poseItems(editor: Editor): MenuItem[] {
  const keys = keysIn(editor);
  const none = !act.posesOf(editor);
  const lacks = {
    nothing: () => false,
    poses: () => none,
    pose: () => none || !act.chosenPose(editor),
  };
  const item = (id: string, title: string, needs: keyof typeof lacks): MenuItem => ({
    title,
    keys: keys(id),
    disabled: lacks[needs](),
    act: () => poseActions[id](editor),
  });
  return [
    item('poses.store', 'Store this frame as a pose', 'nothing'),
    item('poses.blend', 'Blend the poses around this frame', 'poses'),
    item('poses.copy', 'Copy the pose', 'pose'),
    item('poses.mirror', 'Mirror the pose', 'pose'),
    item('poses.delete', 'Delete what is chosen', 'pose'),
    'line',
    item('poses.box', 'Pick points in a box', 'poses'),
    item('poses.circle', 'Pick points in a circle', 'poses'),
    item('poses.hold', 'Keep the picked points put', 'poses'),
    'line',
    { title: 'Take the poses away', disabled: none, act: () => act.dropPoses(editor) },
  ];
}

function handleItems(editor: Editor): MenuItem[] {
  const keys = keysIn(editor);
  const { wishes } = editor.view.selection;
  return [
    {
      title: 'Move',
      keys: keys('tool.handle'),
      disabled: wishes.length === 0,
      act: () => act.grab(editor),
    },
    {
      title: 'Delete',
      keys: keys('handle.delete'),
      disabled: wishes.length === 0,
      act: () => act.removeSelected(editor),
    },
    { title: 'Box select', keys: keys('tool.box'), act: () => act.boxSelect(editor) },
    { title: 'Circle select', keys: keys('tool.circle'), act: () => act.circleSelect(editor) },
    'line',
    ...addable.map((kind) => ({
      title: `Add ${kind.kind} layer`,
      act: () => act.addLayer(editor, kind),
    })),
  ];
}

export function viewMenu(editor: Editor): MenuItem[] {
  const keys = keysIn(editor);
  const { overlays } = editor.view;
  const overlay = (title: string, name: Parameters<typeof act.toggleOverlay>[1]): MenuItem => ({
    title,
    on: overlays[name],
    act: () => act.toggleOverlay(editor, name),
  });
  return [
    {
      title: 'Frame selected',
      keys: keys('view.frame_selected'),
      act: () => act.frameSelected(editor),
    },
    { title: 'Frame all', keys: keys('view.frame_all'), act: () => act.frameAll(editor) },
    { title: 'Front', keys: keys('view.front'), act: () => act.lookFrom(editor, 'front') },
    { title: 'Right', keys: keys('view.right'), act: () => act.lookFrom(editor, 'right') },
    { title: 'Top', keys: keys('view.top'), act: () => act.lookFrom(editor, 'top') },
    { title: 'Maximize view', keys: keys('view.maximize'), act: () => act.toggleMaximized(editor) },
    'line',
    overlay('Ghost of the input', 'ghost'),
    overlay('Onion skins', 'onion'),
    overlay('Motion trail', 'trail'),
    overlay('Wireframe', 'wire'),
    overlay('Tetrahedra', 'tets'),
    overlay('Contacts', 'contacts'),
    overlay('Pins', 'pins'),
    overlay('Handles', 'handles'),
    overlay('Props', 'props'),
    overlay('Surface colours', 'colors'),
  ];
}
