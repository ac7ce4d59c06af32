import { useEditor } from '../document/editor';

const narrowest = 240; // px
const widest = 0.45; // of the page

/** The gap left of the inspector: drag it, double click puts it back. */
export function InspectorEdge() {
  const editor = useEditor();
  const set = (width: number) =>
    editor.setView(
      'panels',
      'inspector',
      Math.max(narrowest, Math.min(widest * window.innerWidth, width)),
    );
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) set(window.innerWidth - event.clientX);
  };
  return (
    <div
      class="inspector-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the inspector"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => editor.setView('panels', 'inspector', 0)}
    />
  );
}
