import { createMemo, createSignal, Index } from 'solid-js';
import { chosenPose, frameCount, posesOf } from '../document/commands';
import { useEditor } from '../document/editor';
import type { PoseKey } from '../shot/poses';
import type { DockAxis } from '../timeline/dock_axis';
import { drawGrid } from '../timeline/draw_tracks';
import { WithHeads } from '../timeline/Heads';
import { onGesture, onTimeMotion } from '../timeline/pointer';
import { PlotCanvas } from '../timeline/PlotCanvas';
import { caption, diamond, haloText, line, token, type Plot } from '../timeline/plot';
import { Ruler } from '../timeline/Ruler';
import { beginScrub } from '../timeline/scrub';
import { xOf } from '../timeline/time_axis';
import { cardAt, cardGesture, holdGesture, type MovingCard } from './card_gesture';
import { lastFrame, withPoseAt } from '../shot/pose_frames';
import { gapsOf, holdEndAt, layOutCards, type Card } from './cards';
import { LaneHeads } from './LaneHeads';
import { PoseCard } from './PoseCard';
import { createThumbnails, thumbSize } from './thumbnails';

const cardTop = 12; // px at scale 1: above it, the diamonds

/** Poses on the time axis: ruler, diamonds, cards and the gaps between them. */
export function PoseLane(props: { dock: DockAxis; height: number; scale: number }) {
  const editor = useEditor();
  const thumbnails = createThumbnails(editor);
  const [moving, setMoving] = createSignal<MovingCard | null>(null);
  const keys = createMemo(() => shownKeys(posesOf(editor)?.keys ?? [], moving()));
  const cards = createMemo(() => layOutCards(keys(), props.dock.axis()));
  const cardWidth = () => thumbSize.width * props.scale;
  const rulerHeight = () => Math.round(26 * props.scale);
  const chosen = () => chosenPose(editor)?.id ?? null;
  const isOver = ({ y }: { y: number }) => y >= cardTop * props.scale;
  const heldAt = (spot: { x: number; y: number }) =>
    isOver(spot) ? undefined : holdEndAt(cards(), props.dock.axis(), spot.x);
  const setup = (lane: HTMLElement) => {
    onTimeMotion(lane, props.dock);
    onGesture(lane, (spot) => {
      const held = heldAt(spot);
      const card = held ?? (isOver(spot) && cardAt(cards(), cardWidth(), spot.x, chosen()));
      if (!card) return beginScrub(editor, props.dock.axis, spot);
      const copies = (posesOf(editor)?.keys ?? []).map((key) => ({ ...key }));
      const axis = props.dock.axis();
      const hand = { editor, keys: copies, frameCount: frameCount(editor), axis };
      if (held) return holdGesture(hand, { ...held.key }, spot);
      return cardGesture({ ...hand, preview: setMoving }, { ...card.key }, spot);
    });
    lane.addEventListener('pointermove', ({ offsetX: x, offsetY: y, target, buttons }) => {
      if (buttons) return; // the hand has something already
      const isPlot = target instanceof HTMLCanvasElement && !target.closest('.pose-card');
      lane.style.cursor = isPlot && heldAt({ x, y }) ? 'ew-resize' : '';
    });
  };
  return (
    <div class="tracks pose-lane" style={{ height: `${props.height}px` }}>
      <LaneHeads rulerHeight={rulerHeight()} />
      <div class="track-plots">
        <Ruler dock={props.dock} height={rulerHeight()} />
        <div class="lane" ref={(lane) => setup(lane)}>
          <WithHeads dock={props.dock}>
            <PlotCanvas
              label={`${keys().length} poses`}
              draw={(plot) => drawLane(plot, props.dock, cards(), cardWidth(), chosen())}
            />
          </WithHeads>
          <Index each={cards()}>
            {(card) => (
              <PoseCard
                card={card()}
                top={cardTop * props.scale}
                isChosen={card().key.id === chosen()}
                isMoving={card().key.id === moving()?.id}
                picture={thumbnails().get(card().key.id)}
              />
            )}
          </Index>
        </div>
      </div>
    </div>
  );
}

// The poses as they will be when the hand lets go.
function shownKeys(all: PoseKey[], card: MovingCard | null): PoseKey[] {
  if (!card) return [...all];
  const copied = all.find(({ id }) => id === card.id);
  if (!card.isCopy || !copied) return withPoseAt(all, card.id, card.frame);
  return [...all, { ...copied, frame: card.frame }].sort((a, b) => a.frame - b.frame);
}

function drawLane(
  plot: Plot,
  dock: DockAxis,
  cards: readonly Card[],
  cardWidth: number,
  chosen: number | null,
): void {
  const { context, width, height } = plot;
  context.fillStyle = token('bg-0');
  context.fillRect(0, 0, width, height);
  drawGrid(plot, dock.axis());
  const middle = cardTop + (height - cardTop) / 2;
  caption(context);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { from, to, frames, isOwn } of gapsOf(cards, cardWidth)) {
    line(plot, from, middle, to, middle, token(isOwn ? 'output' : 'line-2'), 1.5);
    const color = token(isOwn ? 'output' : 'text-3');
    if (to - from > 44) haloText(plot, `${frames} f`, (from + to) / 2, middle, color);
  }
  for (const { key, x } of cards) {
    if (key.hold > 0) drawHold(plot, x, xOf(dock.axis(), lastFrame(key)));
    const isChosen = key.id === chosen;
    const edge = token(isChosen ? 'select' : 'bg-0');
    diamond(plot, x, 5.5, isChosen ? 5.5 : 4.5, token('handle'), edge);
  }
}

// From the diamond of a pose to where its hold ends.
function drawHold(plot: Plot, from: number, to: number): void {
  line(plot, from, 5.5, to, 5.5, token('handle'), 3);
  line(plot, to, 2, to, 9, token('handle'), 2);
}
