import { readBinary, serialOfPositions, writeAck } from './binary';
import { FrameMaker } from './frame_maker';
import { protocolVersion, readMessage } from './messages';
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
    try {
      if (typeof data === 'string') {
        this.post({ kind: 'message', message: readMessage(JSON.parse(data)) }, []);
      } else this.takeBinary(data as ArrayBuffer);
    } catch (error) {
      this.post(
        { kind: 'garbled', what: error instanceof Error ? error.message : String(error) },
        [],
      );
      const serial = data instanceof ArrayBuffer ? serialOfPositions(data) : null;
      if (serial !== null) this.socket?.send(writeAck(serial)); // else the program waits for it
    }
  }

  private takeBinary(buffer: ArrayBuffer): void {
    const message = readBinary(buffer);
    const { header, numbers } = message;
    if (header.kind === 'positions') {
      const frame = this.maker.make(message, this.renderStreams.has(header.stream));
      this.post({ kind: 'frame', frame, connection: this.connection }, buffersOf(frame));
    } else if (header.kind === 'mesh') {
      this.maker.takeMesh(header.stream, numbers);
      this.post({ kind: 'mesh', mesh: { part: header.stream, numbers: numbers.slice() } }, []);
    } else {
      this.post({ kind: 'answer', answer: { header, numbers } }, [buffer]);
    }
  }
}

function buffersOf(frame: BodyFrame): ArrayBuffer[] {
  return [frame.simulation, frame.render].flatMap((surface) =>
    surface
      ? [surface.positions, surface.normals, surface.heat]
          .filter((array) => array !== undefined)
          .map((array) => array.buffer as ArrayBuffer)
      : [],
  );
}
