import type { ProgramMessage } from './messages';
import { answers, nameOf, replies, type Reply, type Request } from './replies';
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

// The program answered what this page cannot read, or with another message than the request has.
export class Unreadable extends Error {}

// There was nobody to answer, or there is no longer.
export class Disconnection extends Error {}

const notConnected = 'the page is not connected to it';

export type LinkEvents = {
  state(state: ConnectionState, reason: string): void;
  message(message: ProgramMessage): void;
  frame(frame: BodyFrame): void;
  mesh(mesh: MeshPart): void;
  unknown(places: string[]): void; // keys that this page does not know
  garbled(what: string): void;
};

export type Port = {
  postMessage(message: ToWorker): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
};

type Waiting = { take(value: ProgramMessage | Answer): void; reject(error: Error): void };

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
  ask<R extends Request>(message: R): Promise<Reply<R['type']>> {
    if (!this.isOpen) return Promise.reject(new Disconnection(notConnected));
    const id = this.nextId++;
    this.port.postMessage({ kind: 'send', text: JSON.stringify({ ...message, id }) });
    return new Promise((resolve, reject) => {
      const take = (value: ProgramMessage | Answer) => {
        if (answers(message, value)) return resolve(value);
        const found = nameOf(value);
        const what = `expected ${replies[message.type]} in answer to ${message.type}, found ${found}`;
        this.events.garbled(what);
        reject(new Unreadable(what));
      };
      this.waiting.set(id, { take, reject });
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
        if (data.unknown && data.unknown.length > 0) this.events.unknown(data.unknown);
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
        this.giveUp(data.reply, new Unreadable(data.what));
        return this.events.garbled(data.what);
    }
  }

  private giveUp(reply: number | null, why: Error): void {
    if (reply === null) return;
    this.waiting.get(reply)?.reject(why);
    this.waiting.delete(reply);
  }

  private settle(reply: number | undefined, value: ProgramMessage | Answer): void {
    if (reply === undefined) return;
    const request = this.waiting.get(reply);
    if (!request) return;
    this.waiting.delete(reply);
    if ('type' in value && value.type === 'problem') request.reject(new Refusal(value));
    else request.take(value);
  }

  private forget(reason: string): void {
    for (const { reject } of this.waiting.values()) reject(new Disconnection(reason));
    this.waiting.clear();
  }
}
