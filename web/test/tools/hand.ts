import { streams } from '../../src/document/vertices';
import { Interaction } from '../../src/tools/interaction';
import { connectPointer } from '../../src/tools/pointer';
import { orbitFrom } from '../../src/viewport/orbit';
import { Projector } from '../../src/viewport/projector';
import type { Stage } from '../../src/viewport/stage';
import { Trail } from '../../src/viewport/trail';
import { vertexAt } from '../../src/viewport/vec';
import type { ProgramMessage } from '../../src/protocol/messages';
import type { Vec3, Wish } from '../../src/shot/shot';
import { opened } from '../document/tab';
import { aDocument } from '../samples';

const positions = Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0); // a square before the eye
const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
export const none = { shift: false, ctrl: false };

// A hand in the left view of a page whose program the test plays. Vertex 0 is pinned; no handle yet.
export function aHand(wishes: Wish[] = []) {
  const tab = opened();
  const { editor, heard, say, post } = tab;
  say(aDocument(wishes));
  post({ kind: 'mesh', mesh: { part: 0, numbers: Uint32Array.of(0, 1, 2, 0, 2, 3) } });
  const show = (stream: number) => {
    const simulation = { positions, normals };
    const rest = { serial: 1, revision: 2, draft: false, workMs: 0, frame: editor.view.editFrame };
    editor.looks.look(stream, { frame: editor.view.editFrame, what: 'result' });
    post({ kind: 'frame', connection: 1, frame: { ...rest, stream, simulation } });
  };
  show(streams.edit);
  show(streams.ghost);
  const projector = new Projector(orbitFrom([0, 0, 5], [0, 0, 0], 40), 400, 400);
  const trail = new Trail(editor, () => undefined);
  const host = aHost();
  const edit = { projector, invalidate: () => undefined, parts: { host } };
  const stage = { editor, edit, trail, view: () => edit } as unknown as Stage;
  const { signal } = new AbortController();
  const hand = new Interaction(stage, signal);
  connectPointer(stage, 'edit', hand, signal);
  const on = (place: Vec3) => {
    const { x, y } = projector.project(place);
    return { x, y };
  };
  const program = new Program(tab, wishes);
  heard.length = 0;
  return {
    ...tab,
    stage,
    hand,
    host,
    trail,
    on,
    at: (v: number) => on(vertexAt(positions, v)),
    program,
  };
}

// An element of a page without a page.
function aHost() {
  const rectangle = { left: 0, top: 0 };
  const rest = {
    getBoundingClientRect: () => rectangle,
    setPointerCapture: () => undefined,
    contains: () => false,
  };
  return Object.assign(new EventTarget(), rest);
}

type Mouse = { button: number; buttons: number; x: number; y: number };

export function send(host: EventTarget, type: string, { x, y, ...rest }: Mouse): void {
  const held = { shiftKey: false, ctrlKey: false, altKey: false, pointerId: 1 };
  const place = { clientX: x, clientY: y };
  const event = Object.assign(new Event(type, { cancelable: true }), held, place, rest);
  Object.defineProperty(event, 'target', { value: { closest: () => null } });
  host.dispatchEvent(event);
}

// Answers what the page asks, as the program would.
class Program {
  private state = 3;

  constructor(
    private readonly tab: ReturnType<typeof opened>,
    private readonly wishes: Wish[],
  ) {}

  private answerTo(message: Record<string, unknown>): Partial<ProgramMessage> {
    if (message.type === 'begin_drag') return { type: 'done', drag: 4 };
    const edit = message.edit as { edit: string; wish: Wish } | undefined;
    if (edit?.edit !== 'add_wish') return { type: 'done' };
    this.tab.say(aDocument([...this.wishes, { ...edit.wish, id: 6 }], this.state++));
    return { type: 'done', ids: [6] };
  }

  async answer(): Promise<void> {
    for (let round = 0; round < 12; round++) {
      const asked = this.tab.heard.filter(({ id }) => id !== undefined);
      for (const message of asked) {
        const answer = this.answerTo(message);
        this.tab.say({ ...answer, reply: message.id as number } as ProgramMessage);
        delete message.id;
      }
      await Promise.resolve();
      await Promise.resolve();
    }
  }
}

// What the page has told the program, in short.
export function saidOf(heard: Record<string, unknown>[]): string[] {
  const said = heard.filter(({ type }) => type !== 'look' && type !== 'trail');
  return said.map(({ type, edit }) => (edit as { edit: string } | undefined)?.edit ?? String(type));
}

export function movesOf(heard: Record<string, unknown>[]): { wish: number; target: Vec3 }[] {
  const edits = heard.map(({ edit }) => edit as { edit: string; wish: number; target: Vec3 });
  return edits.filter((edit) => edit?.edit === 'move_wish');
}

export function away({ x, y }: { x: number; y: number }, dx: number, dy: number) {
  return { x: x + dx, y: y + dy };
}
