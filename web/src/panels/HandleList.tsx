import { For, Show } from 'solid-js';
import { createCalm } from '../widgets/calm';
import { Icon } from '../widgets/Icon';
import {
  addHandle,
  changeWish,
  layersOf,
  mainVertex,
  removeMarks,
  selectMark,
  setEditFrame,
  setTool,
} from '../document/commands';
import { bodyVertex } from '../document/bodies';
import { useEditor, type Editor } from '../document/editor';
import { streams } from '../document/vertices';
import { marksOf, type Layer } from '../shot/layer';
import type { Mark } from '../shot/layer_kind';
import type { Vec3, Wish } from '../shot/shot';
import { IconButton, Section } from '../widgets/controls';
import { handleName, isHard, isMissed, wishReport } from '../document/handle_facts';
import { grouped, lengthText } from '../text/number_text';
import { shareOf } from './settings_edits';

/** All handles of all layers, the top layer first, and the pins of the body. */
export function HandleList() {
  const editor = useEditor();
  const layers = () => [...layersOf(editor)].reverse();
  const isEmpty = () => layers().every((layer) => marksOf(layer).length === 0);
  const pins = () => editor.shot.opened?.pins.length ?? 0;
  return (
    <Section
      title="Handles"
      tools={
        <>
          <span class="mut cap" title="How far each point is from its target">
            off by
          </span>
          <IconButton
            icon="plus"
            size={14}
            title="Add a handle at the picked vertex"
            onClick={() => void addHere(editor)}
          />
        </>
      }
    >
      <div class="list handle-list" role="listbox" aria-label="Handles">
        <For each={layers()}>
          {(layer) => (
            <For each={marksOf(layer)}>{(mark) => <HandleItem layer={layer} mark={mark} />}</For>
          )}
        </For>
        <Show when={pins() > 0}>
          <div class="list-item dim" title="Vertices of the body that never move">
            <span class="mark square c-pin" />
            <span class="name">{grouped(pins())} pins</span>
            <span class="right">all</span>
            <span class="right">0</span>
          </div>
        </Show>
      </div>
      <Show when={isEmpty()}>
        <p class="empty">Click a point on the body to add a handle, then drag it.</p>
      </Show>
    </Section>
  );
}

// At the picked vertex, where the left view shows it. Without one the tool waits for a click.
async function addHere(editor: Editor): Promise<void> {
  const { vertex } = editor.view.selection;
  const positions = editor.vertices.frame(streams.edit)?.simulation.positions;
  if (vertex === null || !positions) return setTool(editor, 'handle');
  const place = [0, 1, 2].map((axis) => positions[3 * vertex + axis]) as Vec3;
  await addHandle(editor, { vertex, frame: editor.view.editFrame, place });
}

function HandleItem(props: { layer: Layer; mark: Mark }) {
  const editor = useEditor();
  const isSelected = () => editor.view.selection.wishes.includes(props.mark.id);
  const wish = (): Wish | null => ('displacement' in props.mark ? null : props.mark);
  const entry = () => wishReport(editor.shot.reports[props.layer.id], props.mark.id);
  const misses = () => {
    const own = wish();
    return own !== null && isMissed(entry(), own, editor.shot.opened?.size ?? 1);
  };
  const error = createCalm(() => errorText(wish(), entry()));
  const bodies = () => editor.shot.opened?.bodies;
  const name = () => handleName(props.mark, bodies());
  const ownBody = () => bodyVertex(bodies(), mainVertex(props.mark) ?? -1)?.body;
  const select = ({ shiftKey }: MouseEvent) => {
    selectMark(editor, props.layer.id, props.mark.id, shiftKey);
    setEditFrame(editor, props.mark.frame);
  };
  const remove = () => void removeMarks(editor, props.layer.id, [props.mark.id]);
  return (
    <div
      class="list-item"
      role="option"
      aria-selected={isSelected()}
      classList={{ on: isSelected(), dim: isOff(wish()) || props.layer.muted }}
      onClick={select}
    >
      <span
        class={`mark ${wish()?.kind === 'pin' ? 'square c-pin' : 'c-handle'}`}
        classList={{ hollow: isOff(wish()) }}
      />
      <button class="name">
        {name()}
        <Show when={props.mark.name && ownBody()}>
          {(body) => <span class="tag">{body()}</span>}
        </Show>
        <Show when={softShare(wish())}>{(share) => <span class="tag">{share()}</span>}</Show>
      </button>
      <span class="right">{props.mark.frame}</span>
      <span class="right" classList={{ warn: misses() }}>
        {error()}
      </span>
      <Show when={wish()} fallback={<span />}>
        {(own) => <EyeButton layer={props.layer} wish={own()} />}
      </Show>
      <button
        class="icon-btn on-hover"
        title="Delete"
        aria-label={`Delete ${name()}`}
        onClick={(event) => {
          event.stopPropagation();
          remove();
        }}
      >
        <Icon name="trash" size={13} />
      </button>
    </div>
  );
}

function isOff(wish: Wish | null): boolean {
  return wish?.enabled === false;
}

// How far of the way a soft handle pulls; nothing for one that holds exactly.
function softShare(wish: Wish | null): string | null {
  if (!wish || isHard(wish)) return null;
  return `${Math.round(100 * shareOf(wish.weight ?? 1))} %`;
}

function errorText(wish: Wish | null, report: ReturnType<typeof wishReport>): string {
  if (isOff(wish)) return 'off';
  return report ? lengthText(report.miss) : '';
}

function EyeButton(props: { layer: Layer; wish: Wish }) {
  const editor = useEditor();
  const off = () => isOff(props.wish);
  return (
    <button
      class="icon-btn"
      title={off() ? 'Switch on' : 'Switch off: kept, but not counted'}
      aria-label={`${off() ? 'Switch on' : 'Switch off'} ${handleName(props.wish, editor.shot.opened?.bodies)}`}
      aria-pressed={!off()}
      onClick={(event) => {
        event.stopPropagation();
        void changeWish(editor, props.layer.id, { ...props.wish, enabled: off() });
      }}
    >
      <Icon name={off() ? 'eyeOff' : 'eye'} size={14} />
    </button>
  );
}
