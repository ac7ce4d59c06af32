import { createMemo, createSignal, type Accessor } from 'solid-js';
import { frameCount } from '../document/commands';
import type { Editor } from '../document/editor';
import { padding, panned, wholeAxis, zoomed, type TimeAxis } from './time_axis';

const cardRoom = 60; // px beside the outermost frames, where cards stand over them

// The one time axis of the dock. What part of the motion is seen belongs to the view; how wide it
// is drawn, to the page.
export type DockAxis = {
  axis: Accessor<TimeAxis>;
  setWidth(width: number): void;
  zoom(factor: number, x: number): void;
  pan(pixels: number): void;
};

export function createDockAxis(editor: Editor): DockAxis {
  const [width, setWidth] = createSignal(0);
  const axis = createMemo((): TimeAxis => {
    const { seenFrames: seen, workspace, uiScale } = editor.view;
    const beside = workspace === 'poses' ? cardRoom * uiScale : padding;
    if (!seen) return { ...wholeAxis(frameCount(editor), width()), beside };
    return { first: seen[0], last: seen[1], width: width(), beside };
  });
  const show = ({ first, last }: TimeAxis) => {
    const isWhole = first <= 0 && last >= frameCount(editor) - 1;
    editor.setView('seenFrames', isWhole ? null : [first, last]);
  };
  return {
    axis,
    setWidth,
    zoom: (factor, x) => show(zoomed(axis(), factor, x, frameCount(editor))),
    pan: (pixels) => show(panned(axis(), pixels, frameCount(editor))),
  };
}
