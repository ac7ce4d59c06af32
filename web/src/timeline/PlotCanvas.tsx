import { createSignal, onCleanup, onMount } from 'solid-js';
import { createDrawing } from './drawing';
import type { Plot } from './plot';

/** A canvas as large as its place, at the device's pixels, drawn again when what it reads changes. */
export function PlotCanvas(props: {
  label: string;
  class?: string;
  height?: number; // CSS px; absent: as high as its place
  draw: (plot: Plot) => void;
  onWidth?: (width: number) => void;
  setup?: (canvas: HTMLCanvasElement) => void; // adds listeners
}) {
  let canvas!: HTMLCanvasElement;
  const [size, setSize] = createSignal({ width: 0, height: 0 });
  onMount(() => {
    const observer = new ResizeObserver(() => {
      setSize({ width: canvas.clientWidth, height: canvas.clientHeight });
      props.onWidth?.(canvas.clientWidth);
    });
    observer.observe(canvas);
    onCleanup(() => observer.disconnect());
    props.setup?.(canvas);
  });
  createDrawing(() => {
    const { width, height } = size();
    if (width === 0 || height === 0) return;
    props.draw({ context: prepared(canvas, width, height), width, height });
  });
  const height = () => (props.height === undefined ? undefined : `${props.height}px`);
  return (
    <canvas
      ref={canvas}
      class={props.class}
      style={{ height: height() }}
      role="img"
      aria-label={props.label}
    />
  );
}

function prepared(canvas: HTMLCanvasElement, width: number, height: number) {
  const ratio = window.devicePixelRatio || 1;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas');
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== columns) canvas.width = columns; // makes a new picture: only where it must
  if (canvas.height !== rows) canvas.height = rows;
  context.reset();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
