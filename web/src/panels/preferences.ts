// How a person likes the editor, kept by the program for the next start.
import { createEffect, on, onCleanup } from 'solid-js';
import { setPreferences } from '../document/commands';
import type { Editor } from '../document/editor';
import type { ViewState } from '../document/view_state';
import type { Limits } from '../document/limits';

export type Preferences = Pick<
  ViewState,
  'ownScale' | 'keymap' | 'linkedCameras' | 'timeUnit' | 'limits'
>;

const pause = 300; // ms: a field that is dragged changes often

export const scaleRange: [number, number] = [0.9, 1.5];
const roomy = { width: 2560, height: 1440 }; // CSS px: a larger window has larger text

const inRange = (scale: number) => Math.min(scaleRange[1], Math.max(scaleRange[0], scale));

/** The size of text, rows and panels that suits a window; a 4K screen without scaling of its own has 1.5. */
export function fittingScale(window: { width: number; height: number }): number {
  const share = Math.min(window.width / roomy.width, window.height / roomy.height);
  return inRange(Math.max(1, Math.round(20 * share) / 20));
}

/** What of kept values makes sense; the rest stays as it is. */
export function readPreferences(values: Record<string, unknown>): Partial<Preferences> {
  const { uiScale, keymap, linkedCameras, timeUnit, limits } = values;
  const read: Partial<Preferences> = {};
  if (typeof uiScale === 'number' && Number.isFinite(uiScale)) read.ownScale = inRange(uiScale);
  if (keymap === 'blender' || keymap === 'maya') read.keymap = keymap;
  if (typeof linkedCameras === 'boolean') read.linkedCameras = linkedCameras;
  if (timeUnit === 'frames' || timeUnit === 'seconds') read.timeUnit = timeUnit;
  if (typeof limits === 'object' && limits !== null) read.limits = positive(limits);
  return read;
}

function positive(values: object): Limits {
  const sound = ([, value]: [string, unknown]) => Number.isFinite(value) && Number(value) > 0;
  return Object.fromEntries(Object.entries(values).filter(sound)) as Limits;
}

export function savePreferences(editor: Editor): void {
  const { ownScale, keymap, linkedCameras, timeUnit, limits } = editor.view;
  const own = { uiScale: ownScale, keymap, linkedCameras, timeUnit, limits: { ...limits } };
  const kept = editor.shot.welcome?.preferences; // with what only another page knows
  void setPreferences(editor, { ...kept, ...own });
}

/** Keeps what keys and buttons outside of the sheet change. To be called inside a reactive root. */
export function keepPreferences(editor: Editor): void {
  const { view } = editor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => savePreferences(editor), pause);
  };
  onCleanup(() => clearTimeout(timer));
  createEffect(
    on(
      () => [view.linkedCameras, view.timeUnit, ...Object.values(view.limits)],
      () => saveSoon(),
      { defer: true },
    ),
  );
}
