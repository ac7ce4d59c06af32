// The layers of a shot, whatever their kind: everything that depends on it asks the row of the table.
import { ShapeError, type Check } from '../json/shape';
import type { Adding, LayerKind, Mark } from './layer_kind';
import { layerTable, type KnownLayer } from './layers/table';
import { identity, unknown, unknownLayer, type UnknownLayer } from './layers/unknown';
import type { Settings, Wish } from './shot';

export type Layer = KnownLayer | UnknownLayer;

const rows: readonly LayerKind<Layer>[] = layerTable;

export function kindOf({ kind }: Pick<Layer, 'kind'>): LayerKind<Layer> {
  return rows.find((row) => row.kind === kind) ?? unknown;
}

export type AddableKind = LayerKind<Layer> & { adding: Adding };

/** Kinds of which a person can add one. */
export const addable: readonly AddableKind[] = rows.filter(
  (row): row is AddableKind => row.adding !== null,
);

/** The kind that takes a handle which has no layer yet. */
export const usualKind = addable.find(({ holdsWishes }) => holdsWishes)!;

/** What can be selected in a layer. */
export function marksOf(layer: Layer): Mark[] {
  return kindOf(layer).marks?.of(layer) ?? [];
}

export function markIn(layer: Layer | undefined, id: number | undefined): Mark | undefined {
  return layer && marksOf(layer).find((mark) => mark.id === id);
}

export type WishLayer = Layer & { wishes: Wish[] };
export type SolvedLayer = Layer & { settings: Settings };

export function holdsWishes(layer: Layer | undefined): layer is WishLayer {
  return layer !== undefined && kindOf(layer).holdsWishes;
}

export function isSolved(layer: Layer | undefined): layer is SolvedLayer {
  return layer !== undefined && kindOf(layer).isSolved;
}

/** The wishes of a layer, none where it holds none. */
export const wishesOf = (layer: Layer | undefined): Wish[] =>
  holdsWishes(layer) ? layer.wishes : [];

/** As the program calls it. */
export const toldKind = (layer: Layer): string => (isUnknown(layer) ? layer.told : layer.kind);

export const isUnknown = (layer: Layer): layer is UnknownLayer => kindOf(layer) === unknown;

/** A layer of a shot. What the page cannot read becomes an unknown layer, so that the others stay. */
export const layer: Check<Layer> = (value, where, notes) => {
  const { kind } = identity(value, where);
  const row = rows.find((one) => one.kind === kind);
  if (!row) {
    const names = rows.map((one) => one.kind);
    const error = new ShapeError(`${where}.kind`, `one of ${names.join(', ')}`, kind);
    return unknownLayer(value, where, error.message);
  }
  try {
    return row.check(value, where, notes);
  } catch (error) {
    if (error instanceof ShapeError) return unknownLayer(value, where, error.message);
    throw error;
  }
};
