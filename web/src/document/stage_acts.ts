import type { Editor } from './editor';

/** Where the camera looks from. */
export type Preset = 'front' | 'back' | 'right' | 'left' | 'top' | 'bottom';

// What only the views can do. They put themselves in here while they are on the page.
export type StageActs = {
  grab(): void; // the selected handles follow the cursor until a click
  boxSelect(): void;
  circleSelect(): void;
  frameSelected(): void;
  frameAll(): void;
  lookFrom(preset: Preset): void;
  busy(): boolean; // keys belong to an act that is under way
};

export const grab = (editor: Editor) => editor.stage.acts?.grab();
export const boxSelect = (editor: Editor) => editor.stage.acts?.boxSelect();
export const circleSelect = (editor: Editor) => editor.stage.acts?.circleSelect();
export const frameSelected = (editor: Editor) => editor.stage.acts?.frameSelected();
export const frameAll = (editor: Editor) => editor.stage.acts?.frameAll();
export const lookFrom = (editor: Editor, preset: Preset) => editor.stage.acts?.lookFrom(preset);
export const stageBusy = (editor: Editor) => editor.stage.acts?.busy() ?? false;
