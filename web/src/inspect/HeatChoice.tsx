import { setHeat } from '../document/commands';
import { useEditor } from '../document/editor';
import { Segments } from '../widgets/controls';

/** In the head of the view while inspecting: what the colours of the body mean. */
export function HeatChoice() {
  const editor = useEditor();
  return (
    <Segments
      label="Heat overlay"
      value={editor.view.overlays.heat}
      choices={{
        edit_size: 'Edit size',
        strain: 'Strain',
        penetration: 'Penetration',
        handle_error: 'Handle error',
      }}
      onChange={(heat) => setHeat(editor, heat)}
    />
  );
}
