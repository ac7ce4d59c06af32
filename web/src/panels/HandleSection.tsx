import { For, Show } from 'solid-js';
import { createCalm } from '../widgets/calm';
import { Icon } from '../widgets/Icon';
import {
  changeSettings,
  changeWish,
  frameCount,
  mainVertex,
  withRadius,
} from '../document/commands';
import { useEditor } from '../document/editor';
import { radiusOf } from '../shot/region';
import { marks, withMark } from '../timeline/bar_edits';
import type { Edit } from '../shot/edits';
import { isSolved, type WishLayer } from '../shot/layer';
import type { Settings, Vec3, Wish } from '../shot/shot';
import { ChoiceRow, IconButton, Row, Section } from '../widgets/controls';
import { explainMiss, handleName, isHard, pointText } from '../document/handle_facts';
import { NameField } from '../widgets/NameField';
import type { Measure } from '../text/number_text';
import { AxisLetter, NumberField } from '../widgets/NumberField';
import { NumberRow } from '../widgets/NumberRow';
import {
  heldAxes,
  shareOf,
  weightOf,
  withAxis,
  withCoordinate,
  withHold,
  type Letter,
} from './settings_edits';
import { createTargetDrag } from './target_drag';
import { tips } from '../text/tips';

export const frames: Measure = { dimension: 'frames', unit: '', decimals: 0, min: 0 };
const metres: Measure = { dimension: 'length', unit: 'm', decimals: 3 };
const percent: Measure = { dimension: 'ratio', unit: '%', decimals: 0, min: 0.01, max: 0.99 };

/** The selected handle. */
export function HandleSection(props: { layer: WishLayer; wish: Wish }) {
  const editor = useEditor();
  const bodies = () => editor.shot.opened?.bodies;
  const change = (wish: Wish) => void changeWish(editor, props.layer.id, wish);
  const toEdit = (wish: Wish): Edit => ({ edit: 'change_wish', layer: props.layer.id, wish });
  const movedTo = (frame: number): Wish => {
    const moved = withMark(props.layer, props.wish.id, frame, frameCount(editor));
    const place = marks(moved).find(({ id }) => id === props.wish.id);
    return { ...props.wish, frame: place?.frame ?? props.wish.frame };
  };
  return (
    <Section
      title={handleName(props.wish, bodies())}
      kept="handle"
      tag={pointText(props.wish, bodies())}
    >
      <Row label="Name">
        <NameField
          label="Name of the handle"
          value={props.wish.name ?? ''}
          onChange={(name) => change({ ...props.wish, name })}
        />
      </Row>
      <NumberRow
        label="Frame"
        tip={tips.frame}
        value={props.wish.frame}
        measure={{ ...frames, max: frameCount(editor) - 1 }}
        soft={[0, frameCount(editor) - 1]}
        step={0.25}
        toEdit={(frame) => toEdit(movedTo(frame))}
      />
      <Show when={props.wish.target}>{(target) => <Target {...props} target={target()} />}</Show>
      <HoldRows wish={props.wish} onChange={change} toEdit={toEdit} />
      <Trouble {...props} />
    </Section>
  );
}

function Target(props: { layer: WishLayer; wish: Wish; target: Vec3 }) {
  const editor = useEditor();
  const drag = createTargetDrag(
    editor,
    () => props.layer.id,
    () => props.wish.id,
  );
  const held = (letter: Letter) => heldAxes(props.wish)?.includes(letter) ?? true;
  const size = () => editor.shot.opened?.size ?? 1;
  const label = () =>
    ({ velocity: 'Velocity', relative: 'Offset' })[props.wish.kind as string] ?? 'Target';
  const unit = () => (props.wish.kind === 'velocity' ? 'm/s' : 'm');
  const toggle = (letter: Letter) =>
    void changeWish(editor, props.layer.id, withAxis(props.wish, letter, !held(letter)));
  return (
    <For each={['x', 'y', 'z'] as const}>
      {(letter, axis) => (
        <Row label={axis() === 0 ? label() : ''} tip={tips.target}>
          <NumberField
            label={`${label()} ${letter}`}
            prefix={<AxisLetter letter={letter} />}
            value={props.target[axis()]}
            measure={metres}
            unit={unit()}
            step={size() / 800}
            {...(!held(letter) && { text: 'free' })}
            disabled={!held(letter)}
            onDrag={(value) => drag.move(withCoordinate(props.target, axis(), value))}
            onChange={(value) => drag.end(withCoordinate(props.target, axis(), value))}
            onCancel={() => drag.cancel()}
          />
          <IconButton
            icon={held(letter) ? 'lock' : 'unlock'}
            size={13}
            on={!held(letter)}
            title={
              held(letter)
                ? 'Held: click to let this axis go free'
                : 'Free: click to hold this axis'
            }
            onClick={() => toggle(letter)}
          />
        </Row>
      )}
    </For>
  );
}

function HoldRows(props: {
  wish: Wish;
  onChange: (wish: Wish) => void;
  toEdit: (wish: Wish) => Edit;
}) {
  return (
    <>
      <ChoiceRow
        label="Hold"
        tip={tips.hold}
        value={isHard(props.wish) ? 'exact' : 'soft'}
        choices={{ exact: 'Exact', soft: 'Soft' }}
        onChange={(hold) => props.onChange(withHold(props.wish, hold === 'exact' ? null : 1))}
      />
      <Show when={!isHard(props.wish)}>
        <NumberRow
          label="Weight"
          field="How far of the way"
          tip={tips.softWeight}
          value={shareOf(props.wish.weight ?? 1)}
          measure={percent}
          unit="% of the way"
          soft={[0, 1]}
          step={0.005}
          toEdit={(share) => props.toEdit(withHold(props.wish, weightOf(share)))}
        />
      </Show>
      <Show when={mainVertex(props.wish) !== null && props.wish.kind !== 'pose'}>
        <RadiusRow {...props} />
      </Show>
      <ChoiceRow
        label="Where stiff"
        tip={tips.stiffAxes}
        value={props.wish.stiff_axes ?? 'free'}
        choices={{ free: 'Give way', locked: 'Hold' }}
        onChange={(stiff_axes) => props.onChange({ ...props.wish, stiff_axes })}
      />
    </>
  );
}

function RadiusRow(props: { wish: Wish; toEdit: (wish: Wish) => Edit }) {
  const editor = useEditor();
  const radius = () => radiusOf(props.wish, editor.vertices.mesh.rest);
  const size = () => editor.shot.opened?.size ?? 1;
  return (
    <NumberRow
      label="Soft radius"
      tip={tips.softRadius}
      value={radius() ?? 0}
      measure={{ ...metres, min: 0, max: size() }}
      soft={[0, 0.5 * size()]}
      step={size() / 400}
      {...(!radius() && { text: radius() === null ? 'as painted' : 'one vertex' })}
      toEdit={(value) => props.toEdit(withRadius(editor, props.wish, value))}
    />
  );
}

// A miss is explained at the handle, with what would help.
function Trouble(props: { layer: WishLayer; wish: Wish }) {
  const editor = useEditor();
  const trouble = createCalm(() => {
    const report = editor.shot.reports[props.layer.id];
    const { size = 1, bodies } = editor.shot.opened ?? {};
    return report ? explainMiss(props.layer, props.wish, report, size, bodies) : null;
  });
  const changeSolver = async (change: (settings: Settings) => Settings) => {
    const { layer } = props;
    if (isSolved(layer)) await changeSettings(editor, layer.id, change(layer.settings));
  };
  const acts = {
    soften: {
      title: 'Make it soft',
      act: () => changeWish(editor, props.layer.id, withHold(props.wish, 1)),
    },
    lock: {
      title: 'Hold it there all the same',
      act: () => changeWish(editor, props.layer.id, { ...props.wish, stiff_axes: 'locked' }),
    },
    exact: {
      title: 'Exact handles on',
      act: () => changeSolver((settings) => ({ ...settings, exact_handles: true })),
    },
    window: {
      title: 'Whole motion as window',
      act: () => changeSolver(({ window: _window, ...settings }) => settings),
    },
  };
  return (
    <Show when={trouble()}>
      {(found) => (
        <div class={`message ${found().severity}`} role="status">
          <Icon name={found().severity === 'note' ? 'info' : 'warn'} size={14} />
          <div>
            <b>{found().what}</b>
            <p>{found().why}</p>
          </div>
          <Show when={found().act}>
            {(act) => (
              <div class="acts">
                <button
                  class="btn small"
                  classList={{ primary: found().severity === 'warning' }}
                  onClick={() => void acts[act()].act()}
                >
                  {acts[act()].title}
                </button>
              </div>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
