import type { PageMessage, ProgramMessage } from './messages';
import type {
  Answer,
  BodyFrame,
  ConnectionState,
  FromWorker,
  MeshPart,
  ToWorker,
} from './worker_messages';

// The program's word that a request failed, as an error with the whole complaint.
export class Refusal extends Error {
  constructor(readonly problem: Extract<ProgramMessage, { type: 'problem' }>) {
    super(problem.what);
  }
}

// There was nobody to answer, or there is no longer.
export class Disconnection extends Error {}

const notConnected = 'the page is not connected to it';

export type LinkEvents = {
  state(state: ConnectionState, reason: string): void;
  message(message: ProgramMessage): void;
  frame(frame: BodyFrame): void;
  mesh(mesh: MeshPart): void;
  garbled(what: string): void;
};

export type Port = {
  postMessage(message: ToWorker): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
};

type Waiting = { resolve(value: ProgramMessage | Answer): void; reject(error: Error): void };

// `Omit` that keeps the alternatives of a union apart.
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Request = Without<PageMessage, 'id'>;

// The page's end of the connection: sends messages, pairs answers with requests.
export class Link {
  private nextId = 1;
  private isOpen = false;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly port: Port,
    private readonly events: LinkEvents,
  ) {
    port.onmessage = ({ data }) => this.receive(data);
  }

  connect(url: string): void {
    this.port.postMessage({ kind: 'connect', url });
  }

  // Says something that needs no answer.
  tell(message: Request): void {
    this.port.postMessage({ kind: 'send', text: JSON.stringify(message) });
  }

  // Asks; rejects with Refusal where the program complains, with Disconnection where it cannot answer.
  ask<T extends ProgramMessage | Answer = ProgramMessage>(message: Request): Promise<T> {
    if (!this.isOpen) return Promise.reject(new Disconnection(notConnected));
    const id = this.nextId++;
    this.port.postMessage({ kind: 'send', text: JSON.stringify({ ...message, id }) });
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as T), reject });
    });
  }

  drawRenderSurface(streams: number[]): void {
    this.port.postMessage({ kind: 'renderStreams', streams });
  }

  private receive(data: FromWorker): void {
    switch (data.kind) {
      case 'state':
        this.isOpen = data.state === 'open';
        if (!this.isOpen) this.forget(data.reason || 'the connection was lost');
        return this.events.state(data.state, data.reason);
      case 'message':
        this.settle(data.message.reply ?? undefined, data.message);
        return this.events.message(data.message);
      case 'frame':
        this.port.postMessage({
          kind: 'taken',
          serial: data.frame.serial,
          connection: data.connection,
        });
        return this.events.frame(data.frame);
      case 'mesh':
        return this.events.mesh(data.mesh);
      case 'answer':
        return this.settle(data.answer.header.serial, data.answer);
      case 'garbled':
        return this.events.garbled(data.what);
    }
  }

  private settle(reply: number | undefined, value: ProgramMessage | Answer): void {
    if (reply === undefined) return;
    const request = this.waiting.get(reply);
    if (!request) return;
    this.waiting.delete(reply);
    if ('type' in value && value.type === 'problem') request.reject(new Refusal(value));
    else request.resolve(value);
  }

  private forget(reason: string): void {
    for (const { reject } of this.waiting.values()) reject(new Disconnection(reason));
    this.waiting.clear();
  }
}
