import { beginDrag, moveHandle, type Drag } from '../document/commands';
import type { Editor } from '../document/editor';
import type { Vec3 } from '../shot/shot';

// A number field that drags a handle: the motion answers on the way, and all of it is one step of
// the history, or none after Esc.
export type TargetDrag = { move(to: Vec3): void; end(to: Vec3): void; cancel(): void };

export function createTargetDrag(
  editor: Editor,
  layer: () => number,
  wish: () => number,
): TargetDrag {
  let drag: Promise<Drag | null> | null = null;
  return {
    move(to) {
      drag ??= beginDrag(editor);
      void drag.then((found) => found?.move(layer(), [{ wish: wish(), to }]));
    },
    end(to) {
      if (!drag) return void moveHandle(editor, layer(), wish(), to);
      void drag.then((found) => {
        void found?.move(layer(), [{ wish: wish(), to }]);
        return found?.end();
      });
      drag = null;
    },
    cancel() {
      void drag?.then((found) => found?.cancel());
      drag = null;
    },
  };
}
