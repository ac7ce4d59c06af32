// What of a layer is there at each frame, as the bar on its track shows it.
import { kindOf, type Layer } from '../shot/layer';
import type { Range } from '../shot/layer_kind';
import { fullWeight, weightAt } from '../shot/weight_curve';

/** Frames outside of which the layer changes nothing. */
export function affectedFrames(layer: Layer, frameCount: number): Range {
  return kindOf(layer).bar.affected(layer, frameCount);
}

/** 0 to 1 (more where a weight is above 1): how much of the layer can be there at each frame. */
function presenceOf(layer: Layer, frameCount: number): (frame: number) => number {
  const curve = layer.weight ?? fullWeight;
  const own = kindOf(layer).bar.presence(layer, frameCount);
  return (frame) => weightAt(curve, frame) * own(frame);
}

export function presence(layer: Layer, frame: number, frameCount: number): number {
  return presenceOf(layer, frameCount)(frame);
}

export type Point = { frame: number; height: number };

/** The top edge of the bar, a point a frame from where the layer begins to where it ends. */
export function outline(layer: Layer, frameCount: number): Point[] {
  const { first, last } = barRange(layer, frameCount);
  const height = presenceOf(layer, frameCount);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const frame = first + i;
    return { frame, height: height(frame) };
  });
}

/** From where the bar is nothing to where it is nothing again. */
export function barRange(layer: Layer, frameCount: number): Range {
  return kindOf(layer).bar.range(layer, frameCount);
}

/** The layers that count: where any is solo, only those. */
export function activeLayers(layers: readonly Layer[]): Layer[] {
  const anySolo = layers.some((layer) => layer.solo);
  return layers.filter((layer) => !layer.muted && (layer.solo || !anySolo));
}
