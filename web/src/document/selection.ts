import { marksOf, type Layer } from '../shot/layer';
import type { Selection } from './view_state';

export function layerOf(layers: Layer[], id: number | null): Layer | undefined {
  return layers.find((layer) => layer.id === id);
}

// The selection after the document changed under it: what is gone is no longer selected, and
// where no layer is left of it the topmost one is.
export function keepSelection(selection: Selection, layers: Layer[]): Selection {
  const layer = layerOf(layers, selection.layer) ?? layers.at(-1);
  if (!layer) return { ...selection, layer: null, wishes: [] };
  const alive = new Set(marksOf(layer).map((mark) => mark.id));
  const wishes = selection.wishes.filter((id) => alive.has(id));
  return { ...selection, layer: layer.id, wishes };
}

// Frames of all marks of these layers, in order, each once.
export function markedFrames(layers: Layer[]): number[] {
  const frames = layers.flatMap((layer) => marksOf(layer).map((mark) => mark.frame));
  return [...new Set(frames)].sort((a, b) => a - b);
}
