import { useEditor } from '../document/editor';

const narrowest = 320; // px

// The gap between the views: drag it, double click puts it back.
export function Splitter() {
  const editor = useEditor();
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    const least = narrowest / box.width;
    const share = (event.clientX - box.left) / box.width;
    editor.setView('panels', 'split', Math.max(least, Math.min(1 - least, share)));
  };
  return (
    <div
      class="splitter"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => editor.setView('panels', 'split', 0.5)}
    />
  );
}
