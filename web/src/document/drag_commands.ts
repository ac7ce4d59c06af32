import type { Edit } from '../shot/edits';
import { kindOf } from '../shot/layer';
import type { Vec3 } from '../shot/shot';
import { ask, edit } from './ask';
import type { Editor } from './editor';
import { layersOf } from './layer_commands';
import { layerOf } from './selection';

type Move = { wish: number; to: Vec3 };

// Between begin and end every change belongs to one step of history. Cancelling leaves none.
export type Drag = {
  move(layer: number, moves: Move[]): Promise<boolean>; // false: refused
  end(): Promise<void>;
  cancel(): Promise<void>;
  forget(): void; // the program has it no longer
};

// The drag of a tab that is under way. The program takes one at a time: the next waits.
const underWay = new WeakMap<Editor, Promise<void>>();

export async function beginDrag(editor: Editor): Promise<Drag | null> {
  const opened = await openDrag(editor);
  return (
    opened && {
      ...opened,
      async move(layer, moves) {
        const { drag } = opened;
        const change = grouped(moves.flatMap((move) => moveEdit(editor, layer, move, drag)));
        return !change || (await edit(editor, change)) !== null;
      },
    }
  );
}

// Handles of a pose: the body of the pose goes along. While the program works on one place only the
// newest waits; the last is taken before the drag ends.
export async function beginBend(editor: Editor, pose: number): Promise<Drag | null> {
  const opened = await openDrag(editor);
  if (!opened) return null;
  const { drag } = opened;
  let wanted: Move[] | null = null;
  let sending: Promise<boolean> | null = null;
  const bend = ({ wish: vertex, to: target }: Move) =>
    ask(editor, { type: 'bend_pose', pose, vertex, target, drag });
  const pump = async () => {
    let isTaken = true;
    while (wanted && isTaken) {
      const moves = wanted;
      wanted = null;
      for (const move of moves) isTaken = (await bend(move)) !== null && isTaken;
    }
    sending = null;
    return isTaken;
  };
  return {
    ...opened,
    move(_, moves) {
      wanted = moves;
      return (sending ??= pump());
    },
    async end() {
      await sending;
      await opened.end();
    },
    async cancel() {
      wanted = null;
      await sending;
      await opened.cancel();
    },
  };
}

type OpenDrag = Omit<Drag, 'move'> & { drag: number };

async function openDrag(editor: Editor): Promise<OpenDrag | null> {
  const before = underWay.get(editor);
  const { promise, resolve: forget } = withResolver();
  underWay.set(editor, promise);
  if (before) await before;
  const drag = (await ask(editor, { type: 'begin_drag' }))?.drag ?? null;
  if (drag === null) {
    forget();
    return null;
  }
  const finish = async (type: 'end_drag' | 'cancel_drag') => {
    await ask(editor, { type });
    forget();
  };
  return {
    drag,
    end: () => finish('end_drag'),
    cancel: () => finish('cancel_drag'),
    forget,
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

function grouped(edits: Edit[]): Edit | undefined {
  return edits.length > 1 ? { edit: 'group', name: 'Move handles', edits } : edits[0];
}

// None where the mark has gone. A layer that is still unknown was made in this drag, for a wish.
function moveEdit(editor: Editor, layer: number, { wish, to }: Move, drag: number): Edit[] {
  const content = layerOf(layersOf(editor), layer);
  if (!content) return [{ edit: 'move_wish', layer, wish, target: to, drag }];
  const change = kindOf(content).marks?.move(content, wish, to, drag);
  return change ? [change] : [];
}

// One move as one step, for number fields and typed values.
export async function moveHandle(
  editor: Editor,
  layer: number,
  wish: number,
  to: Vec3,
): Promise<void> {
  const change = grouped(moveEdit(editor, layer, { wish, to }, 0));
  if (change) await edit(editor, change);
}
