import * as act from '../document/commands';
import type { Editor } from '../document/editor';
import type { MenuItem } from './Menu';

// The lists of the top bar.

export function fileMenu(editor: Editor): MenuItem[] {
  const none = !editor.shot.opened;
  return [
    { title: 'Open…', keys: 'Ctrl O', act: () => editor.setView('dialog', 'open') },
    { title: 'Scenes and recent files', disabled: none, act: () => act.closeShot(editor) },
    'line',
    { title: 'Save', keys: 'Ctrl S', disabled: none, act: () => act.save(editor) },
    {
      title: 'Save as…',
      keys: 'Shift Ctrl S',
      disabled: none,
      act: () => editor.setView('dialog', 'save_as'),
    },
    {
      title: 'Export…',
      keys: 'Ctrl E',
      disabled: none,
      act: () => editor.setView('dialog', 'export'),
    },
    'line',
    { title: 'Preferences…', keys: 'Ctrl ,', act: () => editor.setView('dialog', 'preferences') },
  ];
}

export function editMenu(editor: Editor): MenuItem[] {
  const { undo, redo } = editor.shot.document ?? {};
  const { wishes } = editor.view.selection;
  return [
    {
      title: undo ? `Undo ${undo}` : 'Undo',
      keys: 'Ctrl Z',
      disabled: !undo,
      act: () => act.undo(editor),
    },
    {
      title: redo ? `Redo ${redo}` : 'Redo',
      keys: 'Shift Ctrl Z',
      disabled: !redo,
      act: () => act.redo(editor),
    },
    'line',
    { title: 'Move', keys: 'G', disabled: wishes.length === 0, act: () => act.grab(editor) },
    {
      title: 'Delete',
      keys: 'X',
      disabled: wishes.length === 0,
      act: () => act.removeSelected(editor),
    },
    { title: 'Box select', keys: 'B', act: () => act.boxSelect(editor) },
    { title: 'Circle select', keys: 'C', act: () => act.circleSelect(editor) },
    'line',
    { title: 'Add green layer', act: () => act.addLayer(editor, 'green') },
    { title: 'Add blend layer', act: () => act.addLayer(editor, 'blend') },
  ];
}

export function viewMenu(editor: Editor): MenuItem[] {
  const { overlays } = editor.view;
  const overlay = (title: string, name: Parameters<typeof act.toggleOverlay>[1]): MenuItem => ({
    title,
    on: overlays[name],
    act: () => act.toggleOverlay(editor, name),
  });
  return [
    { title: 'Frame selected', keys: 'Num .', act: () => act.frameSelected(editor) },
    { title: 'Frame all', keys: 'Home', act: () => act.frameAll(editor) },
    { title: 'Front', keys: 'Num 1', act: () => act.lookFrom(editor, 'front') },
    { title: 'Right', keys: 'Num 3', act: () => act.lookFrom(editor, 'right') },
    { title: 'Top', keys: 'Num 7', act: () => act.lookFrom(editor, 'top') },
    { title: 'Maximize view', keys: 'Ctrl Space', act: () => act.toggleMaximized(editor) },
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
