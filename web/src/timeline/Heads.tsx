import { Show, type JSX } from 'solid-js';
import { useEditor } from '../document/editor';
import type { DockAxis } from './dock_axis';
import { crisp } from './plot';
import { xOf } from './time_axis';

/**
 * A plot with both playheads before it: the frame under edit in white, the one that plays in blue
 * (other workspaces than edit have one view, and one playhead).
 * They are elements of their own, so that playing moves them and draws nothing again.
 */
export function WithHeads(props: { dock: DockAxis; children: JSX.Element }) {
  const { view } = useEditor();
  const at = (frame: number) => `translateX(${crisp(xOf(props.dock.axis(), frame)) - 0.5}px)`;
  return (
    <div class="plot">
      {props.children}
      <Show when={view.workspace === 'edit'}>
        <i class="play-line" style={{ transform: at(view.playFrame) }} />
      </Show>
      <i class="edit-line" style={{ transform: at(view.editFrame) }} />
    </div>
  );
}

/** The blue mark of the frame that plays, on the ruler. */
export function PlayCursor(props: { dock: DockAxis }) {
  const { view } = useEditor();
  const x = () => xOf(props.dock.axis(), view.playFrame);
  return (
    <Show when={view.workspace === 'edit'}>
      <i class="play-cursor" style={{ transform: `translateX(${x()}px)` }} />
    </Show>
  );
}
