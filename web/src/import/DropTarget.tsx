import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { useEditor } from '../document/editor';
import { Drop } from './drop';
import { droppedFiles } from './dropped_files';
import { ImportSheet } from './ImportSheet';

/** The whole page takes files that are dropped on it. */
export function DropTarget() {
  const editor = useEditor();
  const drop = new Drop(editor);
  const [isOver, setOver] = createSignal(false);
  onMount(() => {
    const ending = new AbortController();
    onCleanup(() => ending.abort());
    listen(ending.signal, setOver, (files) => void drop.take(files));
  });
  onCleanup(() => drop.forget());
  return (
    <>
      <Show when={isOver()}>
        <div class="drop-target">
          <Icon name="import" size={28} />
          <b>Drop a mesh and its cache</b>
          <span>or a folder of numbered meshes</span>
        </div>
      </Show>
      <Show when={editor.view.dialog === 'import'}>
        <ImportSheet drop={drop} />
      </Show>
    </>
  );
}

function listen(
  signal: AbortSignal,
  setOver: (over: boolean) => void,
  take: (files: File[]) => void,
): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const onOver = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(take);
  };
  window.addEventListener('dragenter', onOver, { signal });
  window.addEventListener('dragover', onOver, { signal });
  window.addEventListener('dragleave', onLeave, { signal });
  window.addEventListener('drop', onDrop, { signal });
}
