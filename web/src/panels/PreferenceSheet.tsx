import { useEditor } from '../document/editor';
import type { ViewState } from '../document/view_state';
import { Sheet } from '../widgets/Sheet';
import { ChoiceRow, Row, Switch } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import { savePreferences, scaleRange } from './preferences';

const scale: Measure = {
  dimension: 'ratio',
  unit: '%',
  decimals: 0,
  min: scaleRange[0],
  max: scaleRange[1],
};

export function PreferenceSheet() {
  const editor = useEditor();
  const { view } = editor;
  const set = (part: Partial<ViewState>) => {
    editor.setView(part);
    savePreferences(editor);
  };
  return (
    <Sheet title="Preferences" class="preferences">
      <Row
        label="Size"
        tip="Text, rows and panels; 150 % for a 4K screen. Views and hairlines stay sharp."
      >
        <NumberField
          label="Size of the interface"
          value={view.uiScale}
          measure={scale}
          soft={scaleRange}
          step={0.005}
          onChange={(ownScale) => set({ ownScale })}
        />
        <button
          class="icon-btn auto"
          classList={{ on: view.ownScale === null }}
          title="Automatic: by the size of the window"
          aria-label="Automatic size"
          aria-pressed={view.ownScale === null}
          onClick={() => set({ ownScale: view.ownScale === null ? view.uiScale : null })}
        >
          A
        </button>
      </Row>
      <ChoiceRow
        label="Keys"
        field="Keymap"
        value={view.keymap}
        choices={{ blender: 'Blender', maya: 'Maya' }}
        onChange={(keymap) => set({ keymap })}
      />
      <ChoiceRow
        label="Time"
        value={view.timeUnit}
        choices={{ frames: 'Frames', seconds: 'Seconds' }}
        onChange={(timeUnit) => set({ timeUnit })}
      />
      <Row label="Linked cameras">
        <Switch
          label="Linked cameras"
          on={view.linkedCameras}
          onChange={(linkedCameras) => set({ linkedCameras })}
        />
      </Row>
    </Sheet>
  );
}
