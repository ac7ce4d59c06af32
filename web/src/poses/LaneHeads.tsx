import { Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { blendPose, choosePose, posesOf, storeFrame } from '../document/commands';
import { ask } from '../document/ask';
import { useEditor, type Editor } from '../document/editor';
import { chordFor } from '../keymap/table';
import { MenuList, Popover, type MenuEntry } from '../widgets/Popover';
import { freshName } from '../shot/pose_facts';
import { posesFromFiles } from './pose_files';

const kinds = '.obj,.ply,.stl,.off,.gltf,.glb,.md2,.veg,.mesh,.msh';

/** Left of the cards: what they are, and how more of them come. */
export function LaneHeads(props: { rulerHeight: number }) {
  const editor = useEditor();
  let input!: HTMLInputElement;
  const take = () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    void posesFromFiles(editor, files);
  };
  const hasPoses = () => posesOf(editor) !== null;
  return (
    <div class="track-heads">
      <div class="track-head first" style={{ height: `${props.rulerHeight}px` }}>
        <b>Poses</b>
        <span class="grow" />
        <Show when={hasPoses()}>
          <Popover class="icon-btn" title="Add a pose" align="right" label={<Icon name="plus" />}>
            {(close) => <MenuList close={close} entries={additions(editor, () => input.click())} />}
          </Popover>
        </Show>
      </div>
      <div class="lane-facts">
        <Show
          when={hasPoses()}
          fallback={
            <p class="mut">
              No poses yet: the panel on the right makes them, or{' '}
              {chordFor('poses.store', editor.view.keymap)} from this frame.
            </p>
          }
        >
          <p class="mut hint">Drag a card to move it in time. Alt-drag copies it.</p>
          <div>
            <button class="btn small" onClick={() => input.click()}>
              <Icon name="import" size={13} />
              From files
            </button>
            <button
              class="btn small"
              title={`What is seen at this frame (${chordFor('poses.store', editor.view.keymap)})`}
              onClick={() => void storeFrame(editor)}
            >
              From frame
            </button>
          </div>
        </Show>
      </div>
      <input ref={input} type="file" accept={kinds} multiple hidden onChange={take} />
    </div>
  );
}

function additions(editor: Editor, choose: () => void): MenuEntry[] {
  const keys = (id: string) => chordFor(id, editor.view.keymap);
  return [
    {
      title: 'From this frame',
      hint: keys('poses.store'),
      act: () => void storeFrame(editor),
    },
    {
      title: 'Between its neighbours',
      hint: keys('poses.blend'),
      act: () => void blendPose(editor),
    },
    { title: 'The rest shape', act: () => void addRest(editor) },
    'line',
    { title: 'From files…', act: choose },
  ];
}

async function addRest(editor: Editor): Promise<void> {
  const keys = posesOf(editor)?.keys ?? [];
  const { editFrame: frame } = editor.view;
  const name = freshName(keys, 'Rest');
  const done = await ask(editor, { type: 'store_pose', frame, name, from: 'rest' });
  const id = done?.ids?.[0];
  if (id !== undefined) choosePose(editor, id);
}
