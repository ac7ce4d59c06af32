// What each command of the table does.
import * as act from '../document/commands';
import type { Editor } from '../document/editor';
import {
  boxSelect,
  circleSelect,
  frameAll,
  frameSelected,
  grab,
  lookFrom,
} from '../document/stage_acts';
import type { ViewState } from '../document/view_state';
import {
  checkAll,
  currentProblem,
  fixAndCheck,
  goToNextProblem,
} from '../document/inspect_commands';
import { poseActions } from '../poses/pose_actions';
import { heats, type Heat } from '../protocol/requests';
import { addable, marksOf, wishesOf } from '../shot/layer';
import { addCommand } from '../keymap/table';

type Action = (editor: Editor) => unknown;

const dialog =
  (name: ViewState['dialog']): Action =>
  (editor) =>
    editor.setView('dialog', (now) => (now === name ? 'none' : name));

const heat =
  (kind: Heat): Action =>
  (editor) =>
    act.setHeat(editor, kind);

const overlay =
  (name: Parameters<typeof act.toggleOverlay>[1]): Action =>
  (editor) =>
    act.toggleOverlay(editor, name);

const tool =
  (name: ViewState['tool']): Action =>
  (editor) =>
    act.setTool(editor, name);

function next<T>(choices: readonly T[], now: T): T {
  return choices[(choices.indexOf(now) + 1) % choices.length];
}

// In the Blender way: with a handle in hand it moves at once, else the tool waits for one.
function grabOrPick(editor: Editor): void {
  if (editor.view.tool === 'handle' && editor.view.selection.wishes.length > 0) grab(editor);
  else act.setTool(editor, 'handle');
}

function selectAll(editor: Editor): void {
  const layer = act.selectedLayer(editor);
  if (layer)
    act.selectWishes(
      editor,
      layer.id,
      marksOf(layer).map(({ id }) => id),
    );
}

async function toggleHandle(editor: Editor): Promise<void> {
  const layer = act.selectedLayer(editor);
  const wish = wishesOf(layer).find(({ id }) => id === editor.view.selection.wishes.at(-1));
  if (layer && wish)
    await act.changeWish(editor, layer.id, { ...wish, enabled: wish.enabled === false });
}

function onLayer(
  does: (editor: Editor, layer: NonNullable<ReturnType<typeof act.selectedLayer>>) => unknown,
): Action {
  return (editor) => {
    const layer = act.selectedLayer(editor);
    if (layer) void does(editor, layer);
  };
}

function fixCurrent(editor: Editor): void {
  const problem = currentProblem(editor);
  if (problem) void fixAndCheck(editor, problem);
}

function rangeFrom(editor: Editor): void {
  const { editFrame, range } = editor.view;
  act.setRange(editor, editFrame, Math.max(editFrame, range[1]));
}

function rangeTo(editor: Editor): void {
  const { editFrame, range } = editor.view;
  act.setRange(editor, Math.min(editFrame, range[0]), editFrame);
}

function nextSurface(editor: Editor): void {
  const { activeView, surfaces } = editor.view;
  if (editor.shot.opened?.render_surface)
    act.setSurface(editor, activeView, surfaces[activeView] === 'render' ? 'simulation' : 'render');
}

const radiusStep = 1.15; // of the soft radius, a press

export const actions: Record<string, Action> = {
  'file.open': dialog('open'),
  'file.save': act.save,
  'file.save_as': dialog('save_as'),
  'file.export': dialog('export'),
  'file.save_edit': dialog('save_edit'),
  'file.apply_edit': dialog('apply_edit'),
  'file.close': act.closeShot,
  'app.preferences': dialog('preferences'),
  'app.palette': dialog('palette'),
  'app.keys': dialog('keys'),
  'edit.undo': act.undo,
  'edit.redo': act.redo,
  'handle.delete': act.removeSelected,
  'handle.toggle': toggleHandle,
  'handle.all': selectAll,
  'handle.none': act.clearSelection,
  ...Object.fromEntries(
    addable.map((kind): [string, Action] => [addCommand(kind), (on) => act.addLayer(on, kind)]),
  ),
  'layer.remove': onLayer((editor, { id }) => act.removeLayer(editor, id)),
  'layer.mute': onLayer((editor, { id, muted }) => act.setMuted(editor, id, !muted)),
  'layer.solo': onLayer((editor, { id, solo }) => act.setSolo(editor, id, !solo)),
  'tool.handle': grabOrPick,
  'tool.select': tool('select'),
  'tool.box': boxSelect,
  'tool.circle': circleSelect,
  'tool.region': tool('region'),
  'tool.radius_down': (editor) => act.scaleSoftRadius(editor, 1 / radiusStep),
  'tool.radius_up': (editor) => act.scaleSoftRadius(editor, radiusStep),
  'tool.pin': tool('pin'),
  'tool.contact': tool('contact'),
  'tool.trail': tool('trail'),
  'tool.probe': tool('probe'),
  'time.play': act.togglePlaying,
  'time.back': (editor) => act.stepFrame(editor, -1),
  'time.forward': (editor) => act.stepFrame(editor, 1),
  'time.previous_handle': (editor) => act.stepHandle(editor, -1),
  'time.next_handle': (editor) => act.stepHandle(editor, 1),
  'time.first': (editor) => act.setEditFrame(editor, 0),
  'time.last': (editor) => act.setEditFrame(editor, act.frameCount(editor) - 1),
  'time.range_start': rangeFrom,
  'time.range_end': rangeTo,
  'time.mode': (editor) =>
    act.setPlayMode(editor, next(['loop', 'once', 'ping_pong'] as const, editor.view.playMode)),
  'time.every_frame': act.toggleEveryFrame,
  'time.unit': (editor) =>
    editor.setView('timeUnit', (unit) => next(['frames', 'seconds'] as const, unit)),
  'time.whole': (editor) => editor.setView('seenFrames', null),
  'view.frame_all': frameAll,
  'view.frame_selected': frameSelected,
  'view.front': (editor) => lookFrom(editor, 'front'),
  'view.right': (editor) => lookFrom(editor, 'right'),
  'view.top': (editor) => lookFrom(editor, 'top'),
  'view.maximize': (editor) => act.toggleMaximized(editor),
  'view.link': act.toggleLinkedCameras,
  'view.compare': (editor) =>
    editor.setView('compare', (what) => next(['result', 'input', 'blend'] as const, what)),
  'view.surface': nextSurface,
  'view.wire': overlay('wire'),
  'view.tets': overlay('tets'),
  'view.ghost': overlay('ghost'),
  'view.onion': overlay('onion'),
  'view.trail': overlay('trail'),
  'view.contacts': overlay('contacts'),
  'view.pins': overlay('pins'),
  'view.heat': (editor) => act.setHeat(editor, next(heats, editor.view.overlays.heat)),
  'inspect.check': checkAll,
  'inspect.next': (editor) => goToNextProblem(editor, 1),
  'inspect.previous': (editor) => goToNextProblem(editor, -1),
  'inspect.fix': fixCurrent,
  'heat.edit_size': heat('edit_size'),
  'heat.strain': heat('strain'),
  'heat.penetration': heat('penetration'),
  'heat.handle_error': heat('handle_error'),
  'heat.none': heat('none'),
  'workspace.edit': (editor) => act.setWorkspace(editor, 'edit'),
  'workspace.poses': (editor) => act.setWorkspace(editor, 'poses'),
  'workspace.inspect': (editor) => act.setWorkspace(editor, 'inspect'),
  ...poseActions,
};

/** Commands that a hand starts, not the table: they are only shown. */
export function canRun(id: string): boolean {
  return id in actions;
}
