import { createEffect } from 'solid-js';
import { choosePose } from '../document/commands';
import { useEditor } from '../document/editor';
import type { Card } from './cards';
import { poseTitle } from '../shot/pose_facts';

/** A pose on the timeline: its picture, its name, its frame. The lane moves it. */
export function PoseCard(props: {
  card: Card;
  top: number; // px
  isChosen: boolean;
  isMoving: boolean;
  picture: HTMLCanvasElement | undefined;
}) {
  const editor = useEditor();
  let canvas!: HTMLCanvasElement;
  createEffect(() => {
    const { picture } = props;
    const context = canvas.getContext('2d');
    if (!context || !picture) return;
    if (canvas.width !== picture.width) canvas.width = picture.width;
    if (canvas.height !== picture.height) canvas.height = picture.height;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0);
  });
  const held = () => {
    const { frame, hold } = props.card.key;
    return hold > 0 ? `, held until ${frame + hold}` : ''; // the pink bar shows it, the name needs the room
  };
  const label = () => `Pose ${props.card.key.name} at frame ${props.card.key.frame}${held()}`;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    choosePose(editor, props.card.key.id);
  };
  return (
    <div
      class="pose-card"
      classList={{ on: props.isChosen, moving: props.isMoving }}
      style={{ transform: `translateX(${props.card.x}px)`, top: `${props.top}px` }}
      role="button"
      tabIndex={0}
      aria-pressed={props.isChosen}
      title={label()}
      aria-label={label()}
      data-pose={props.card.key.id}
      onKeyDown={onKey}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div>
        <span class="name">
          <bdi>{poseTitle(props.card.key)}</bdi>
        </span>
        <span>{props.card.key.frame}</span>
      </div>
    </div>
  );
}
