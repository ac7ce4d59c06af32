import { Index, Show } from 'solid-js';
import { changeHold, holdPicked, pickVertices, removeHold } from '../document/commands';
import { useEditor } from '../document/editor';
import { chordFor } from '../keymap/table';
import { IconButton, Section } from '../widgets/controls';
import { NameField } from '../widgets/NameField';
import { tooltip } from '../widgets/Tooltip';
import { tips } from '../text/tips';
import type { PoseHold, PoseSource } from '../shot/poses';

/** Points that do not swing: feet on the floor. */
export function HoldSection(props: { poses: PoseSource }) {
  const editor = useEditor();
  const picked = () => editor.view.poses.vertices.length;
  const key = (id: string) => chordFor(id, editor.view.keymap);
  return (
    <Section title="Stay put">
      <Show when={props.poses.holds.length > 0}>
        <div class="list hold-list">
          <Index each={props.poses.holds}>{(hold, k) => <HoldRow hold={hold()} index={k} />}</Index>
        </div>
      </Show>
      <Show
        when={picked() > 0}
        fallback={
          <p class="mut cap">
            Pick points with a box ({key('poses.box')}) to keep them from swinging.
          </p>
        }
      >
        <button
          class="btn small"
          ref={(element) => tooltip('Stay put', tips.stayPut)(element)}
          onClick={() => void holdPicked(editor)}
        >
          Hold {picked()} {picked() === 1 ? 'point' : 'points'} ({key('poses.hold')})
        </button>
      </Show>
    </Section>
  );
}

function HoldRow(props: { hold: PoseHold; index: number }) {
  const editor = useEditor();
  const rename = (name: string) => void changeHold(editor, props.index, { ...props.hold, name });
  return (
    <div class="list-item">
      <i class="mark circle c-contact" />
      <NameField label="Name of the hold" value={props.hold.name} onChange={rename} />
      <span class="mut">{props.hold.vertices.length} points</span>
      <IconButton
        icon="select"
        size={13}
        title="Pick its points"
        onClick={() => pickVertices(editor, [...props.hold.vertices], false)}
      />
      <IconButton
        icon="trash"
        size={13}
        title="Let these points go"
        onClick={() => void removeHold(editor, props.index)}
      />
    </div>
  );
}
