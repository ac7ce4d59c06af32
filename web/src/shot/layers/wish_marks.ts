// Layers that hold wishes share them: whatever the method, a handle is read and edited in one way.
import type { Mark, Marks } from '../layer_kind';
import type { LayerHead, Wish } from '../shot';

type Holder = LayerHead & { wishes: Wish[] };

const isWish = (mark: Mark): mark is Wish => !('displacement' in mark);

const withWish = <L extends Holder>(layer: L, id: number, change: (wish: Wish) => Wish): L => ({
  ...layer,
  wishes: layer.wishes.map((wish) => (wish.id === id ? change(wish) : wish)),
});

/** `allowed`: the frame nearest to this one at which the layer can meet a wish. */
export function wishMarks<L extends Holder>(
  allowed: (layer: L, frame: number, frameCount: number) => number,
): Marks<L> {
  return {
    of: ({ wishes }) => wishes,
    add: ({ id, wishes }, mark) => ({
      ...{ edit: 'add_wish', layer: id, index: wishes.length },
      wish: { kind: 'position', ...mark },
    }),
    change: ({ id }, mark) => {
      if (!isWish(mark)) throw new TypeError(`mark ${mark.id} of layer ${id} is no wish`);
      return { edit: 'change_wish', layer: id, wish: mark };
    },
    remove: ({ id }, wish) => ({ edit: 'remove_wish', layer: id, wish }),
    start: ({ wishes }, id) => wishes.find((wish) => wish.id === id)?.target ?? null,
    move: ({ id }, wish, target, drag) => ({ edit: 'move_wish', layer: id, wish, target, drag }),
    afterMove: (layer, { wish, target }) =>
      wish && target ? withWish(layer, wish, (old) => ({ ...old, target })) : layer,
    atFrame: (layer, id, frame, frameCount) => {
      const place = allowed(layer, frame, frameCount);
      return withWish(layer, id, (wish) => ({ ...wish, frame: place }));
    },
  };
}
