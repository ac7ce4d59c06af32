import { createSignal } from 'solid-js';
import { applyEdit, saveEdit } from '../document/commands';
import { useEditor } from '../document/editor';
import { Sheet } from '../widgets/Sheet';
import { ChoiceRow } from '../widgets/controls';
import { ProblemNotes } from '../panels/Messages';
import type { EditTargets } from '../protocol/requests';
import { FileBrowser } from './FileBrowser';
import { NamedSheet, startFolder } from './FileSheets';

// An edit on its own: the layers without body and motion, for another motion of the same mesh.

export function SaveEditSheet() {
  const editor = useEditor();
  const act = async (path: string, replaces: boolean) => !!(await saveEdit(editor, path, replaces));
  return (
    <NamedSheet
      title="Save the edit alone"
      act="Save"
      about={['save_edit', 'files']}
      initialName={editor.shot.document?.name ?? 'edit'}
      endings={['.retake-edit']}
      kinds={['edit']}
      onAct={act}
    >
      <p class="mut sheet-words">
        All layers with their handles and settings, to be applied to another motion of the same
        mesh, such as a new simulation.
      </p>
    </NamedSheet>
  );
}

export function ApplyEditSheet() {
  const editor = useEditor();
  const [targets, setTargets] = createSignal<EditTargets>('follow');
  const apply = async (file: string) => {
    if (await applyEdit(editor, file, targets())) editor.setView('dialog', 'none');
  };
  return (
    <Sheet title="Apply a saved edit" class="files">
      <p class="mut sheet-words">
        Its layers come on top of those that are here. The mesh must be the one that it was made on.
      </p>
      <ChoiceRow
        label="Targets"
        value={targets()}
        choices={[
          {
            value: 'follow',
            title: 'Follow the motion',
            tip: 'Each handle keeps its distance from what this motion has there',
          },
          {
            value: 'stay',
            title: 'Stay in place',
            tip: 'Each handle stays where it is in the room: a hand on a door knob',
          },
        ]}
        onChange={setTargets}
      />
      <FileBrowser
        initialFolder={startFolder(editor)}
        kinds={['edit']}
        empty="No saved edit in this folder."
        onChoose={(file) => void apply(file)}
      />
      <ProblemNotes about={['apply_edit', 'files']} />
    </Sheet>
  );
}
