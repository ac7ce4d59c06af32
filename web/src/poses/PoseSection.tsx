import { For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import {
  changePose,
  copyPose,
  frameCount,
  mirrorPose,
  removePose,
  restPose,
  unbendPose,
} from '../document/commands';
import { vertexTitle } from '../document/bodies';
import { useEditor, type Editor } from '../document/editor';
import { chordFor } from '../keymap/table';
import { ChoiceRow, IconButton, Row, Section, Select } from '../widgets/controls';
import { NameField } from '../widgets/NameField';
import { NumberField } from '../widgets/NumberField';
import { createLiveField, NumberRow } from '../widgets/NumberRow';
import { MenuList, Popover, type MenuEntry } from '../widgets/Popover';
import { tips } from '../text/tips';
import type { PoseKey, PoseSource } from '../shot/poses';
import { changedPose, freeFrame, longestHold } from '../shot/pose_frames';
import { metText, poseTitle } from '../shot/pose_facts';

/** The chosen pose. */
export function PoseSection(props: { pose: PoseKey; poses: PoseSource }) {
  const editor = useEditor();
  const place = () => props.poses.keys.findIndex(({ id }) => id === props.pose.id);
  const met = () => metText(props.pose.met, editor.shot.opened?.size ?? 1);
  return (
    <Section
      title={poseTitle(props.pose)}
      kept="pose"
      tag={`pose ${place() + 1} of ${props.poses.keys.length}`}
      tools={<PoseMenu pose={props.pose} />}
    >
      <Row label="Name">
        <NameField
          label="Name of the pose"
          value={props.pose.name}
          onChange={(name) => void changePose(editor, props.pose, { name })}
        />
      </Row>
      <FrameRow pose={props.pose} poses={props.poses} />
      <HoldRow pose={props.pose} poses={props.poses} />
      <VelocityRow pose={props.pose} />
      <Show when={props.poses.free && place() > 0}>
        <TurnsRow pose={props.pose} />
      </Show>
      <Row label="Met to" tip={tips.poseMet}>
        <span class="hi">{met().is}</span>
        <span class="aside">{met().say}</span>
      </Row>
      <Show when={props.pose.handles.length > 0}>
        <HandleRows pose={props.pose} />
      </Show>
    </Section>
  );
}

function PoseMenu(props: { pose: PoseKey }) {
  const editor = useEditor();
  return (
    <Popover
      class="icon-btn"
      title="What to do with the pose"
      align="right"
      label={<Icon name="more" size={14} />}
    >
      {(close) => <MenuList close={close} entries={entriesFor(editor, props.pose.id)} />}
    </Popover>
  );
}

function entriesFor(editor: Editor, id: number): MenuEntry[] {
  const keys = (name: string) => chordFor(name, editor.view.keymap);
  const mirrored = (axis: 'x' | 'y' | 'z', hint?: string): MenuEntry => ({
    title: `Mirror along ${axis.toUpperCase()}`,
    hint,
    act: () => void mirrorPose(editor, id, axis),
  });
  return [
    { title: 'Copy', hint: keys('poses.copy'), act: () => void copyPose(editor, id) },
    mirrored('x', keys('poses.mirror')),
    mirrored('y'),
    mirrored('z'),
    { title: 'Take the rest shape', act: () => void restPose(editor, id) },
    'line',
    { title: 'Delete', hint: keys('poses.delete'), act: () => void removePose(editor, id) },
  ];
}

function FrameRow(props: { pose: PoseKey; poses: PoseSource }) {
  const editor = useEditor();
  const last = () => frameCount(editor) - 1;
  const live = createLiveField((wanted) => {
    const { keys } = props.poses;
    const frame = freeFrame(keys, wanted, frameCount(editor), props.pose.id) ?? props.pose.frame;
    return changedPose(props.pose, { frame });
  });
  return (
    <Row label="Frame" tip={tips.poseFrame}>
      <NumberField
        label="Frame of the pose"
        value={props.pose.frame}
        measure={{ dimension: 'frames', unit: '', decimals: 0, min: 0, max: last() }}
        soft={[0, last()]}
        step={0.25}
        {...live}
      />
    </Row>
  );
}

function HoldRow(props: { pose: PoseKey; poses: PoseSource }) {
  const editor = useEditor();
  const longest = () => longestHold(props.poses.keys, props.pose, frameCount(editor));
  return (
    <NumberRow
      label="Hold"
      field="Frames for which the pose is held"
      tip={tips.poseHold}
      value={props.pose.hold}
      measure={{ dimension: 'frames', unit: 'f', decimals: 0, min: 0, max: longest() }}
      soft={[0, Math.max(1, longest())]}
      step={0.25}
      toEdit={(hold) => changedPose(props.pose, { hold: Math.round(hold) })}
    />
  );
}

function VelocityRow(props: { pose: PoseKey }) {
  const editor = useEditor();
  const isGiven = () => props.pose.velocity === 'given'; // a choice only for one that came with it
  return (
    <ChoiceRow
      label="Velocity"
      tip={tips.poseVelocity}
      value={props.pose.velocity}
      choices={{ free: 'Free', still: 'Still', ...(isGiven() && { given: 'Given' }) }}
      onChange={(velocity) => void changePose(editor, props.pose, { velocity })}
    />
  );
}

const turnNames = ['0', '1', '2', '3', '-1', '-2', '-3'] as const;

function turnTitle(turns: string): string {
  const count = Number(turns);
  if (count === 0) return 'Shortest';
  const word = Math.abs(count) === 1 ? 'turn' : 'turns';
  return count > 0 ? `${count} more ${word}` : `${-count} ${word} back`;
}

function TurnsRow(props: { pose: PoseKey }) {
  const editor = useEditor();
  const now = () => String(props.pose.more_turns ?? 0);
  const choices = () => [...new Set<string>([...turnNames, now()])];
  return (
    <Row label="Turns" tip={tips.poseTurns}>
      <Select
        label="Turns"
        value={now()}
        choices={choices().map((value) => ({ value, title: turnTitle(value) }))}
        onChange={(turns) => void changePose(editor, props.pose, { more_turns: Number(turns) })}
      />
    </Row>
  );
}

/** The points by which it was bent. */
function HandleRows(props: { pose: PoseKey }) {
  const editor = useEditor();
  const choose = (vertex: number) => editor.setView('poses', { handle: vertex, point: null });
  return (
    <>
      <Row label="Handles" tip={tips.poseHandles}>
        <span class="hi">{props.pose.handles.length}</span>
        <span class="aside">drag a point for more</span>
      </Row>
      <div class="list pose-handles">
        <For each={props.pose.handles}>
          {({ vertex }) => (
            <div class="list-item" classList={{ on: editor.view.poses.handle === vertex }}>
              <i class="mark c-handle" />
              <button class="grow" onClick={() => choose(vertex)}>
                {vertexTitle(editor.shot.opened?.bodies, vertex)}
              </button>
              <IconButton
                icon="close"
                size={12}
                title="Take this handle away; the shape stays"
                onClick={() => void unbendPose(editor, props.pose.id, vertex)}
              />
            </div>
          )}
        </For>
      </div>
    </>
  );
}
