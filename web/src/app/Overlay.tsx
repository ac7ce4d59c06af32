import { createEffect, Match, Switch } from 'solid-js';
import { createPageSize } from '../widgets/page_size';
import { useEditor } from '../document/editor';
import { DropTarget } from '../import/DropTarget';
import { KeyTable } from '../palette/KeyTable';
import { listenToKeys } from '../palette/listen';
import { Palette } from '../palette/Palette';
import { Messages } from '../panels/Messages';
import { PreferenceSheet } from '../panels/PreferenceSheet';
import { fittingScale, keepPreferences, readPreferences } from '../panels/preferences';
import { TooltipHost } from '../widgets/Tooltip';
import { ApplyEditSheet, SaveEditSheet } from '../welcome/EditSheets';
import { ExportSheet } from '../welcome/ExportSheet';
import { OpenSheet, SaveSheet } from '../welcome/FileSheets';

/** Over everything: sheets, palette, messages, tooltips; and where keys are listened to. */
export function Overlay() {
  const editor = useEditor();
  const { view, shot } = editor;
  listenToKeys(editor);
  createEffect(() => editor.setView(readPreferences(shot.welcome?.preferences ?? {})));
  keepPreferences(editor);
  const page = createPageSize();
  createEffect(() => editor.setView('uiScale', view.ownScale ?? fittingScale(page())));
  createEffect(() => document.documentElement.style.setProperty('--ui-scale', `${view.uiScale}`));
  return (
    <>
      <Messages />
      <Switch>
        <Match when={view.dialog === 'open'}>
          <OpenSheet />
        </Match>
        <Match when={view.dialog === 'save_as'}>
          <SaveSheet />
        </Match>
        <Match when={view.dialog === 'export'}>
          <ExportSheet />
        </Match>
        <Match when={view.dialog === 'save_edit'}>
          <SaveEditSheet />
        </Match>
        <Match when={view.dialog === 'apply_edit'}>
          <ApplyEditSheet />
        </Match>
        <Match when={view.dialog === 'preferences'}>
          <PreferenceSheet />
        </Match>
        <Match when={view.dialog === 'keys'}>
          <KeyTable />
        </Match>
        <Match when={view.dialog === 'palette'}>
          <Palette />
        </Match>
      </Switch>
      <DropTarget />
      <TooltipHost />
    </>
  );
}
