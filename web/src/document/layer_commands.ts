import type { Edit, NewLayer, NewWish } from '../shot/edits';
import { usualKind, type AddableKind, type Layer } from '../shot/layer';
import type { Settings, WeightCurve } from '../shot/shot';
import { edit } from './ask';
import type { Editor } from './editor';
import { layerOf } from './selection';

export function layersOf(editor: Editor): Layer[] {
  return editor.shot.document?.layers ?? [];
}

export function selectedLayer(editor: Editor): Layer | undefined {
  return layerOf(layersOf(editor), editor.view.selection.layer);
}

export function selectLayer(editor: Editor, layer: number | null): void {
  if (layer !== editor.view.selection.layer)
    editor.setView('selection', (old) => ({ ...old, layer, wishes: [] }));
}

export function newLayer(editor: Editor, { adding }: AddableKind): NewLayer {
  return adding.content(`Edit ${layersOf(editor).length + 1}`, editor.view.editFrame);
}

/** A layer for wishes that have none yet, on top. */
export function layerFor(editor: Editor, wishes: NewWish[]): Edit {
  const content = { ...newLayer(editor, usualKind), wishes };
  return { edit: 'add_layer', index: layersOf(editor).length, content };
}

// Adds a layer on top and selects it; its id, or null where it was refused.
export async function addLayer(editor: Editor, kind: AddableKind): Promise<number | null> {
  const index = layersOf(editor).length;
  const ids = await edit(editor, { edit: 'add_layer', index, content: newLayer(editor, kind) });
  const id = ids?.[0];
  if (id === undefined) return null;
  selectLayer(editor, id);
  return id;
}

export const removeLayer = (editor: Editor, layer: number) =>
  edit(editor, { edit: 'remove_layer', layer });
export const moveLayer = (editor: Editor, layer: number, index: number) =>
  edit(editor, { edit: 'move_layer', layer, index });
export const renameLayer = (editor: Editor, layer: number, name: string) =>
  edit(editor, { edit: 'rename_layer', layer, name });
export const setMuted = (editor: Editor, layer: number, muted: boolean) =>
  edit(editor, { edit: 'set_muted', layer, muted });
export const setSolo = (editor: Editor, layer: number, solo: boolean) =>
  edit(editor, { edit: 'set_solo', layer, solo });
export const setLayerWeight = (editor: Editor, layer: number, weight: WeightCurve) =>
  edit(editor, { edit: 'set_weight', layer, weight });
export const changeSettings = (editor: Editor, layer: number, settings: Settings) =>
  edit(editor, { edit: 'change_settings', layer, settings });
export const renameShot = (editor: Editor, name: string) =>
  edit(editor, { edit: 'rename_shot', name });
