import { expect, test } from 'vitest';
import { flags, writeBinary } from '../../src/protocol/binary';
import { SocketSession, type Socket } from '../../src/protocol/socket_session';
import type { FromWorker } from '../../src/protocol/worker_messages';

class FakeSocket implements Socket {
  binaryType: BinaryType = 'blob';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  sent: (string | ArrayBuffer)[] = [];
  send(data: string | ArrayBuffer) {
    this.sent.push(data);
  }
  close() {
    this.onclose?.({ code: 1000, reason: '' });
  }
}

function start() {
  const sockets: FakeSocket[] = [];
  const posted: FromWorker[] = [];
  const waits: { act: () => void; ms: number }[] = [];
  const session = new SocketSession(
    () => sockets[sockets.push(new FakeSocket()) - 1],
    (message) => posted.push(message),
    (act, ms) => waits.push({ act, ms }),
  );
  session.receive({ kind: 'connect', url: 'ws://here/socket' });
  sockets[0].onopen!();
  return { session, sockets, posted, waits };
}

function mesh(part: number, numbers: Uint32Array | Float32Array): ArrayBuffer {
  const integers = numbers instanceof Uint32Array ? flags.integers : 0;
  const header = { kind: 'mesh', stream: part, serial: 0, frame: 0, revision: 0 } as const;
  return writeBinary({ header: { ...header, count: 1, rows: 3, flags: integers }, numbers });
}

function positions(serial: number, stream = 0): ArrayBuffer {
  const header = { kind: 'positions', stream, serial, frame: 4, revision: 9 } as const;
  const numbers = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  return writeBinary({ header: { ...header, count: 3, rows: 3, flags: flags.draft }, numbers });
}

const frames = (posted: FromWorker[]) => posted.filter((message) => message.kind === 'frame');

test('the first word is hello with the version of the protocol', () => {
  const { sockets } = start();
  expect(JSON.parse(sockets[0].sent[0] as string)).toEqual({ type: 'hello', protocol: 1 });
});

test('a frame is acknowledged by its serial number once the page has taken it, not before', () => {
  const { session, sockets } = start();
  sockets[0].onmessage!({ data: positions(41) });
  sockets[0].onmessage!({ data: positions(42) });
  expect(sockets[0].sent.length).toBe(1);
  session.receive({ kind: 'taken', serial: 41, connection: 1 });
  session.receive({ kind: 'taken', serial: 42, connection: 1 });
  const acks = sockets[0].sent
    .slice(1)
    .map((ack) => new DataView(ack as ArrayBuffer).getUint32(0, true));
  expect(acks).toEqual([41, 42]);
});

test('positions reach the page with the normals of the open mesh', () => {
  const { sockets, posted } = start();
  sockets[0].onmessage!({ data: mesh(0, Uint32Array.of(0, 1, 2)) });
  sockets[0].onmessage!({ data: positions(1, 5) });
  const { frame } = frames(posted)[0];
  expect(frame).toMatchObject({ stream: 5, serial: 1, frame: 4, revision: 9, draft: true });
  expect([...frame.simulation.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
});

test('only streams that ask for it carry the render surface', () => {
  const { session, sockets, posted } = start();
  sockets[0].onmessage!({ data: mesh(0, Uint32Array.of(0, 1, 2)) });
  sockets[0].onmessage!({ data: mesh(3, Uint32Array.of(0, 0, 0)) });
  sockets[0].onmessage!({ data: mesh(4, Uint32Array.of(1, 2, 2, 2)) });
  sockets[0].onmessage!({ data: mesh(5, Float32Array.of(0.5, 0.5, 0, 0)) });
  session.receive({ kind: 'renderStreams', streams: [1] });
  sockets[0].onmessage!({ data: positions(1, 0) });
  sockets[0].onmessage!({ data: positions(2, 1) });
  const [plain, rendered] = frames(posted);
  expect(plain.frame.render).toBeUndefined();
  expect([...rendered.frame.render!.positions]).toEqual([0.5, 0.5, 0]);
});

test('what cannot be read is told, and the connection goes on', () => {
  const { sockets, posted } = start();
  sockets[0].onmessage!({ data: 'no JSON' });
  sockets[0].onmessage!({ data: '{"type":"gossip"}' });
  sockets[0].onmessage!({ data: new ArrayBuffer(3) });
  sockets[0].onmessage!({ data: '{"type":"bye"}' });
  const kinds = posted.map((message) => message.kind).slice(-4);
  expect(kinds).toEqual(['garbled', 'garbled', 'garbled', 'message']);
});

test('a lost connection is tried again, each time later, up to four seconds', () => {
  const { sockets, waits } = start();
  for (let round = 0; round < 7; round++) {
    sockets.at(-1)!.onclose!({ code: 1006, reason: '' });
    waits.at(-1)!.act();
  }
  expect(sockets.length).toBe(8);
  expect(waits.map(({ ms }) => ms)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('a connection ended for breaking a rule is not tried again', () => {
  const { sockets, posted, waits } = start();
  sockets[0].onclose!({ code: 1008, reason: 'no cookie' });
  expect(waits).toEqual([]);
  expect(posted.at(-1)).toEqual({ kind: 'state', state: 'refused', reason: 'no cookie' });
});

test('a frame of the connection before is not acknowledged on the next', () => {
  const { session, sockets, posted, waits } = start();
  sockets[0].onmessage!({ data: positions(41) });
  const [{ frame, connection }] = frames(posted);
  sockets[0].onclose!({ code: 1006, reason: '' });
  waits[0].act();
  sockets[1].onopen!();
  session.receive({ kind: 'taken', serial: frame.serial, connection });
  expect(sockets[1].sent.length).toBe(1); // hello
});

test('a frame that cannot be read is acknowledged, so that the next ones come', () => {
  const { sockets, posted } = start();
  sockets[0].onmessage!({ data: positions(43).slice(0, 40) });
  expect(posted.at(-1)?.kind).toBe('garbled');
  const ack = sockets[0].sent.at(-1) as ArrayBuffer;
  expect(new DataView(ack).getUint32(0, true)).toBe(43);
});

test('after some attempts it says what a silent program may mean', () => {
  const { sockets, posted, waits } = start();
  const reasons = Array.from({ length: 6 }, () => {
    sockets.at(-1)!.onclose!({ code: 1006, reason: '' });
    const { reason } = posted.at(-1) as { reason: string };
    waits.at(-1)!.act();
    return reason !== '';
  });
  expect(reasons).toEqual([false, false, false, false, true, true]);
  expect(posted.at(-1)).toMatchObject({
    state: 'connecting',
    reason: expect.stringMatching('addr'),
  });
});
