import { createEffect, on } from 'solid-js';
// How a person likes the editor, kept by the program for the next start.
import { setPreferences } from '../document/commands';
import type { Editor } from '../document/editor';
import type { ViewState } from '../document/view_state';

export type Preferences = Pick<ViewState, 'uiScale' | 'keymap' | 'linkedCameras' | 'timeUnit'>;

export const scaleRange: [number, number] = [0.9, 1.5];

/** What of kept values makes sense; the rest stays as it is. */
export function readPreferences(values: Record<string, unknown>): Partial<Preferences> {
  const { uiScale, keymap, linkedCameras, timeUnit } = values;
  const read: Partial<Preferences> = {};
  if (typeof uiScale === 'number' && Number.isFinite(uiScale)) {
    read.uiScale = Math.min(scaleRange[1], Math.max(scaleRange[0], uiScale));
  }
  if (keymap === 'blender' || keymap === 'maya') read.keymap = keymap;
  if (typeof linkedCameras === 'boolean') read.linkedCameras = linkedCameras;
  if (timeUnit === 'frames' || timeUnit === 'seconds') read.timeUnit = timeUnit;
  return read;
}

export function savePreferences(editor: Editor): void {
  const { uiScale, keymap, linkedCameras, timeUnit } = editor.view;
  void setPreferences(editor, { uiScale, keymap, linkedCameras, timeUnit });
}

/** Keeps what keys and buttons outside of the sheet change. To be called inside a reactive root. */
export function keepPreferences(editor: Editor): void {
  const { view } = editor;
  createEffect(
    on(
      () => [view.linkedCameras, view.timeUnit],
      () => savePreferences(editor),
      { defer: true },
    ),
  );
}
