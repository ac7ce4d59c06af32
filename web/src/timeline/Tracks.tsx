import { createMemo, createSignal } from 'solid-js';
import { frameCount, layersOf, setEditFrame } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { missedWishes } from '../document/handle_facts';
import type { Layer } from '../shot/layer';
import type { DockAxis } from './dock_axis';
import { drawTracks } from './draw_tracks';
import { WithHeads } from './Heads';
import { onGesture, onTimeMotion, type Gesture, type Spot } from './pointer';
import { PlotCanvas } from './PlotCanvas';
import { Ruler } from './Ruler';
import { wholeFrameAt } from './time_axis';
import { cursorOf, toggleKey, trackGesture, type TrackHand } from './track_gestures';
import { hitTrack, rowsHeight, trackRows, type TrackRow } from './track_rows';
import { TrackHeads } from './TrackHeads';

export const rulerHeight = 26; // px at scale 1

/** Heads on the left, bars on the right, all layers from the top down. */
export function Tracks(props: { dock: DockAxis; trackHeight: number; scale: number }) {
  const editor = useEditor();
  const [opened, setOpened] = createSignal<ReadonlySet<number>>(new Set());
  const [preview, setPreview] = createSignal<Layer | null>(null);
  const layers = createMemo(() => {
    const changed = preview();
    return layersOf(editor).map((layer) => (layer.id === changed?.id ? changed : layer));
  });
  const size = () => editor.shot.opened?.size ?? 1;
  const missed = createMemo(() => missedWishes(editor.shot.reports, layers(), size()), undefined, {
    equals: sameIds,
  });
  const rows = createMemo(() => trackRows(layers(), opened(), props.trackHeight));
  const toggle = (id: number) => {
    const next = new Set(opened());
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  const headHeight = () => Math.round(rulerHeight * props.scale);
  return (
    <div class="tracks">
      <TrackHeads rows={rows()} opened={opened()} onToggle={toggle} rulerHeight={headHeight()} />
      <div class="track-plots">
        <Ruler dock={props.dock} height={headHeight()} />
        <WithHeads dock={props.dock}>
          <PlotCanvas
            label={`Tracks of ${layers().length} layers`}
            height={rowsHeight(rows())}
            setup={(canvas) =>
              listen(canvas, { editor, dock: props.dock, rows, preview: setPreview })
            }
            draw={(plot) =>
              drawTracks(plot, {
                rows: rows(),
                layers: layers(),
                axis: props.dock.axis(),
                frameCount: frameCount(editor),
                selectedLayer: editor.view.selection.layer,
                selectedMarks: editor.view.selection.wishes,
                missed: missed(),
              })
            }
          />
        </WithHeads>
      </div>
    </div>
  );
}

// Reports come with every move of a hand; the tracks are drawn again only where it makes a difference.
function sameIds(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

type TrackPlace = {
  editor: Editor;
  dock: DockAxis;
  rows: () => TrackRow[];
  preview: (layer: Layer | null) => void;
};

function listen(canvas: HTMLCanvasElement, { editor, dock, rows, preview }: TrackPlace): void {
  const count = () => frameCount(editor);
  const hit = (spot: Spot) => hitTrack(rows(), dock.axis(), count(), spot.x, spot.y);
  const spotOf = (event: MouseEvent): Spot => ({
    x: event.offsetX,
    y: event.offsetY,
    shift: event.shiftKey,
    ctrl: event.ctrlKey,
  });
  const hand = (): TrackHand => ({
    editor,
    frameCount: count(),
    frameAt: (spot) => wholeFrameAt(dock.axis(), spot.x, count()),
    preview,
  });
  onTimeMotion(canvas, dock);
  onGesture(canvas, (spot) => trackGesture(hand(), hit(spot), spot) ?? scrub(hand(), spot));
  canvas.addEventListener('dblclick', (event) =>
    toggleKey(hand(), hit(spotOf(event)), spotOf(event)),
  );
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons === 0) canvas.style.cursor = cursorOf(hit(spotOf(event)));
  });
}

// A press on nothing goes to the frame there.
function scrub(hand: TrackHand, start: Spot): Gesture {
  const before = hand.editor.view.editFrame;
  setEditFrame(hand.editor, hand.frameAt(start));
  return {
    move: (spot) => setEditFrame(hand.editor, hand.frameAt(spot)),
    end: () => undefined,
    cancel: () => setEditFrame(hand.editor, before),
  };
}
