import {
  BinaryError,
  numberOf,
  readBinary,
  writeAck,
  type BinaryMessage,
  type MeshMessage,
} from './binary';
import { FrameMaker, isMeshPart } from './frame_maker';
import { protocolVersion, readMessage, replyOf } from './messages';
import type { BodyFrame, FromWorker, ToWorker } from './worker_messages';

// The part of a WebSocket that is used here, so that tests can stand in for it.
export interface Socket {
  binaryType: BinaryType;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(data: string | ArrayBuffer): void;
  close(): void;
}

export type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

const retryMs = [250, 500, 1000, 2000, 4000];
const policyCodes = new Set([1002, 1008]); // trying again would break the same rule again

// A program that was started anew has another address; the browser cannot tell it from silence.
const patience = 4; // attempts
const restarted = 'If it was started again, open the address that it printed.';

// Owns the connection: says hello, decodes what comes, acknowledges frames once the page has them,
// and connects again after a loss.
export class SocketSession {
  private socket: Socket | null = null;
  private url = '';
  private attempt = 0;
  private connection = 0; // counts them: serial numbers begin anew with each
  private trouble = ''; // why there is none
  private renderStreams = new Set<number>();
  private readonly maker = new FrameMaker();
  private readonly told = new Set<string>(); // keys that this page does not know

  constructor(
    private readonly makeSocket: (url: string) => Socket,
    private readonly post: Post,
    private readonly later: (act: () => void, ms: number) => void,
  ) {}

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'connect':
        this.url = message.url;
        return this.connect();
      case 'send':
        return this.socket?.send(message.text);
      case 'taken':
        if (message.connection === this.connection) this.socket?.send(writeAck(message.serial));
        return;
      case 'renderStreams':
        this.renderStreams = new Set(message.streams);
    }
  }

  private connect(): void {
    this.post({ kind: 'state', state: 'connecting', reason: this.trouble }, []);
    const socket = this.makeSocket(this.url);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.opened(socket);
    socket.onmessage = ({ data }) => this.take(data);
    socket.onclose = ({ code, reason }) => this.closed(code, reason);
  }

  private opened(socket: Socket): void {
    this.socket = socket;
    this.attempt = 0;
    this.connection++;
    this.trouble = '';
    socket.send(JSON.stringify({ type: 'hello', protocol: protocolVersion }));
    this.post({ kind: 'state', state: 'open', reason: '' }, []);
  }

  private closed(code: number, reason: string): void {
    this.socket = null;
    const refused = policyCodes.has(code);
    this.trouble = reason || (this.attempt >= patience ? restarted : '');
    this.post({ kind: 'state', state: refused ? 'refused' : 'lost', reason: this.trouble }, []);
    if (refused) return;
    const wait = retryMs[Math.min(this.attempt++, retryMs.length - 1)];
    this.later(() => this.connect(), wait);
  }

  private take(data: unknown): void {
    if (typeof data === 'string') this.takeText(data);
    else if (data instanceof ArrayBuffer) this.takeBinary(data);
  }

  private takeText(text: string): void {
    let value: unknown = null;
    try {
      value = JSON.parse(text);
      const unknown: string[] = [];
      const message = readMessage(value, unknown);
      this.post({ kind: 'message', message, unknown: this.untold(unknown) }, []);
    } catch (error) {
      this.refuse(error, replyOf(value));
    }
  }

  private takeBinary(buffer: ArrayBuffer): void {
    try {
      this.postBinary(readBinary(buffer), buffer);
    } catch (error) {
      const number = numberOf(buffer);
      this.refuse(error, number && 'reply' in number ? number.reply : null);
      if (number && 'serial' in number) this.socket?.send(writeAck(number.serial)); // else the program waits for it
    }
  }

  private refuse(error: unknown, reply: number | null): void {
    const what = error instanceof Error ? error.message : String(error);
    this.post({ kind: 'garbled', what, reply }, []);
  }

  private untold(places: string[]): string[] {
    const fresh = places.filter((place) => !this.told.has(place));
    for (const place of fresh) this.told.add(place);
    return fresh;
  }

  private postBinary(message: BinaryMessage, buffer: ArrayBuffer): void {
    if (isMesh(message)) {
      const { stream: part } = message.header;
      if (!isMeshPart(part)) throw new BinaryError(`unknown part ${part} of a mesh`);
      this.maker.takeMesh(part, message.numbers);
      this.post({ kind: 'mesh', mesh: { part, numbers: message.numbers.slice() } }, []);
    } else if (message.header.kind === 'positions') {
      const frame = this.maker.make(message, this.renderStreams.has(message.header.stream));
      this.post({ kind: 'frame', frame, connection: this.connection }, buffersOf(frame));
    } else {
      this.post({ kind: 'answer', answer: message }, [buffer]);
    }
  }
}

const isMesh = (message: BinaryMessage): message is MeshMessage => message.header.kind === 'mesh';

function buffersOf(frame: BodyFrame): ArrayBuffer[] {
  return [frame.simulation, frame.render].flatMap((surface) =>
    surface
      ? [surface.positions, surface.normals, surface.heat]
          .filter((array) => array !== undefined)
          .map((array) => array.buffer as ArrayBuffer)
      : [],
  );
}
