import { createSignal, For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import {
  addLayer,
  layersOf,
  moveLayer,
  removeLayer,
  renameLayer,
  selectLayer,
  setMuted,
  setSolo,
} from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { sourceName } from '../document/strangers';
import { sourceKind } from '../shot/source';
import { MenuList, Popover } from '../widgets/Popover';
import { addable, toldKind, type AddableKind, type Layer } from '../shot/layer';
import { onGesture, type Gesture, type Spot } from './pointer';
import { rowAt, type TrackRow } from './track_rows';

/** Names and switches of the layers. Dragging a head reorders them. */
export function TrackHeads(props: {
  rows: TrackRow[];
  opened: ReadonlySet<number>;
  rulerHeight: number;
  onToggle: (layer: number) => void;
}) {
  const editor = useEditor();
  const [dropAt, setDropAt] = createSignal<number | null>(null); // px from the top of the rows
  let list!: HTMLDivElement;
  return (
    <div class="track-heads">
      <div class="track-head first" style={{ height: `${props.rulerHeight}px` }}>
        <b>Layers</b>
        <span class="grow" />
        <AddLayer />
      </div>
      <div class="head-list" ref={list}>
        <For each={props.rows}>
          {(row) => (
            <div class="head-row" style={{ height: `${row.height}px` }}>
              <Show when={row.kind === 'bar' && row} fallback={<OtherHead row={row} />}>
                {(bar) => (
                  <LayerHead
                    layer={bar().layer}
                    isOpen={props.opened.has(bar().layer.id)}
                    onToggle={() => props.onToggle(bar().layer.id)}
                    onGrab={reordering(editor, bar().layer, list, props.rows, setDropAt)}
                  />
                )}
              </Show>
            </div>
          )}
        </For>
        <Show when={dropAt() !== null}>
          <div class="drop-line" style={{ top: `${(dropAt() ?? 0) - 1}px` }} />
        </Show>
      </div>
    </div>
  );
}

function AddLayer() {
  const editor = useEditor();
  const keyOf = ({ adding }: AddableKind) => adding.keys[editor.view.keymap];
  return (
    <Popover
      class="icon-btn"
      title="Add a layer"
      label={<Icon name="plus" size={14} />}
      width={290}
    >
      {(close) => (
        <MenuList
          close={close}
          entries={addable.map((kind) => ({
            title: kind.adding.title,
            ...(keyOf(kind) && { hint: keyOf(kind) }),
            act: () => void addLayer(editor, kind),
          }))}
        />
      )}
    </Popover>
  );
}

function OtherHead(props: { row: TrackRow }) {
  const { shot } = useEditor();
  const source = () => shot.opened?.source;
  const name = () => source()?.file?.split(/[\\/]/).at(-1) || (shot.opened?.name ?? '');
  return (
    <Show
      when={props.row.kind === 'source'}
      fallback={
        <div class="weight-head">
          <span>Weight</span>
          <span class="cap mut">double click: a key</span>
        </div>
      }
    >
      <div class="track-head">
        <span class="c-input colored">
          <Icon name="file" size={14} />
        </span>
        <span class="name">{name()}</span>
        <span class="tag">{sourceKind(sourceName(shot)).word}</span>
      </div>
    </Show>
  );
}

function LayerHead(props: {
  layer: Layer;
  isOpen: boolean;
  onToggle: () => void;
  onGrab: (head: HTMLElement, start: Spot) => Gesture;
}) {
  const editor = useEditor();
  const [renaming, setRenaming] = createSignal(false);
  const isSelected = () => editor.view.selection.layer === props.layer.id;
  return (
    <div
      class="track-head"
      classList={{ on: isSelected(), muted: props.layer.muted }}
      onPointerDown={() => selectLayer(editor, props.layer.id)}
      ref={(head) =>
        onGesture(head, (spot, down) =>
          renaming() || isOnButton(down) ? undefined : props.onGrab(head, spot),
        )
      }
      onDblClick={(event) => !isOnButton(event) && setRenaming(true)}
    >
      <button
        class="fold-btn"
        aria-expanded={props.isOpen}
        aria-label={`Weight curve of ${props.layer.name}`}
        title="Weight over time"
        onClick={() => props.onToggle()}
      >
        <Icon name={props.isOpen ? 'down' : 'right'} size={12} />
      </button>
      <Show
        when={renaming()}
        fallback={
          <span class="name" title={`${props.layer.name}: double click renames`}>
            {props.layer.name}
          </span>
        }
      >
        <Rename layer={props.layer} close={() => setRenaming(false)} />
      </Show>
      <span class="tag kind">{toldKind(props.layer)}</span>
      <LayerSwitches layer={props.layer} />
    </div>
  );
}

const isOnButton = ({ target }: Event) => (target as Element).closest('button') !== null;

function LayerSwitches(props: { layer: Layer }) {
  const editor = useEditor();
  return (
    <>
      <button
        class="letter"
        classList={{ on: props.layer.muted }}
        title="Mute: as if the layer were not there"
        aria-label={`Mute ${props.layer.name}`}
        aria-pressed={props.layer.muted}
        onClick={() => void setMuted(editor, props.layer.id, !props.layer.muted)}
      >
        M
      </button>
      <button
        class="letter"
        classList={{ on: props.layer.solo }}
        title="Solo: only this one"
        aria-label={`Solo ${props.layer.name}`}
        aria-pressed={props.layer.solo}
        onClick={() => void setSolo(editor, props.layer.id, !props.layer.solo)}
      >
        S
      </button>
      <button
        class="letter bin"
        title="Delete the layer"
        aria-label={`Delete ${props.layer.name}`}
        onClick={() => void removeLayer(editor, props.layer.id)}
      >
        <Icon name="trash" size={12} />
      </button>
    </>
  );
}

function Rename(props: { layer: Layer; close: () => void }) {
  const editor = useEditor();
  let isClosed = false; // taking the field off the page blurs it
  const close = () => {
    isClosed = true;
    props.close();
  };
  const take = (input: HTMLInputElement) => {
    if (isClosed) return;
    const name = input.value.trim();
    const { id, name: before } = props.layer;
    close();
    if (name && name !== before) void renameLayer(editor, id, name);
  };
  return (
    <input
      class="text-field"
      aria-label="Name of the layer"
      value={props.layer.name}
      ref={(input) => queueMicrotask(() => (input.focus(), input.select()))}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') take(event.currentTarget);
        if (event.key === 'Escape') close();
      }}
    />
  );
}

// Follows the hand along the list and moves the layer to where it lets go.
function reordering(
  editor: Editor,
  layer: Layer,
  list: HTMLElement,
  rows: TrackRow[],
  show: (top: number | null) => void,
): (head: HTMLElement, start: Spot) => Gesture {
  return (head, start) => {
    const offset = head.getBoundingClientRect().top - list.getBoundingClientRect().top;
    let index: number | null = null;
    const move = ({ y }: Spot) => {
      if (Math.abs(y - start.y) < 5 && index === null) return;
      const place = dropPlace(rows, layersOf(editor), offset + y);
      index = place.index;
      show(place.top);
    };
    const end = () => {
      show(null);
      const from = layersOf(editor).findIndex((other) => other.id === layer.id);
      if (index === null) return;
      const to = index > from ? index - 1 : index; // places count without the layer that moves
      if (to !== from) void moveLayer(editor, layer.id, to);
    };
    return { move, end, cancel: () => show(null) };
  };
}

/** Between which layers the pointer is: the place counted from the bottom, and where to draw it. */
export function dropPlace(
  rows: readonly TrackRow[],
  layers: readonly Layer[],
  y: number,
): { index: number; top: number } {
  const bars = rows.filter((row) => row.kind === 'bar');
  const row = rowAt(rows, Math.max(0, y));
  const over =
    row && 'layer' in row ? bars.find((bar) => bar.layer.id === row.layer.id) : undefined;
  const lowest = bars.at(-1);
  if (!over) return { index: 0, top: lowest ? lowest.top + lowest.height : 0 };
  const place = layers.findIndex((layer) => layer.id === over.layer.id);
  const isUpper = y < over.top + over.height / 2;
  return isUpper
    ? { index: place + 1, top: over.top }
    : { index: place, top: over.top + over.height };
}
