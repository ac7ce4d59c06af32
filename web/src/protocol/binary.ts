// Binary messages of the program (docs/protocol.md): 32 bytes of header, then numbers, little endian.

export const headerBytes = 32;
const magic = 0x314b5452; // "RTK1"

// From 1.
export const kinds = [
  ...(['positions', 'mesh', 'trail', 'amplitudes', 'mode'] as const),
  ...(['track', 'pose'] as const),
] as const;
export type BinaryKind = (typeof kinds)[number];

export const flags = { draft: 1, heat: 2, integers: 4 } as const;

export type Header = {
  kind: BinaryKind;
  stream: number; // or part of a mesh
  serial: number; // or the `reply` of an answer
  frame: number;
  revision: number; // the document's state that it shows
  count: number; // columns
  rows: number;
  flags: number;
};

export type MeshMessage = {
  header: Header & { kind: 'mesh' };
  numbers: Float32Array | Uint32Array;
};
export type FloatMessage = {
  header: Header & { kind: Exclude<BinaryKind, 'mesh'> };
  numbers: Float32Array;
};
export type BinaryMessage = MeshMessage | FloatMessage;

export class BinaryError extends Error {}

export function readHeader(buffer: ArrayBuffer): Header {
  if (buffer.byteLength < headerBytes)
    throw new BinaryError(`a header has ${headerBytes} bytes, found ${buffer.byteLength}`);
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) throw new BinaryError('not a message of Retake');
  const kind = kinds[view.getUint16(4, true) - 1];
  if (!kind) throw new BinaryError(`unknown kind ${view.getUint16(4, true)} of binary message`);
  return {
    kind,
    stream: view.getUint16(6, true),
    serial: view.getUint32(8, true),
    frame: view.getInt32(12, true),
    revision: view.getUint32(16, true),
    count: view.getUint32(20, true),
    rows: view.getUint32(24, true),
    flags: view.getUint32(28, true),
  };
}

/** Of a message that cannot be read further: the serial number of positions, or what it answers. */
export function numberOf(buffer: ArrayBuffer): { serial: number } | { reply: number } | null {
  if (buffer.byteLength < headerBytes) return null;
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== magic) return null;
  const kind = kinds[view.getUint16(4, true) - 1];
  const number = view.getUint32(8, true);
  if (kind === 'mesh') return null;
  return kind === 'positions' ? { serial: number } : { reply: number };
}

// How many numbers must follow the header; undefined where the header does not say it.
function expectedNumbers(header: Header): number | undefined {
  switch (header.kind) {
    case 'positions':
      return header.count * (header.flags & flags.heat ? 4 : 3);
    case 'trail':
    case 'mode':
    case 'pose':
      return header.count * 3;
    case 'amplitudes':
    case 'track':
      return header.count * header.rows;
    case 'mesh':
      return undefined;
  }
}

export function readBinary(buffer: ArrayBuffer): BinaryMessage {
  const header = readHeader(buffer);
  const found = (buffer.byteLength - headerBytes) / 4;
  const expected = expectedNumbers(header);
  if (!Number.isInteger(found)) throw new BinaryError('the payload is no whole number of words');
  if (expected !== undefined && expected !== found)
    throw new BinaryError(`${header.kind}: expected ${expected} numbers, found ${found}`);
  const { kind } = header;
  const isInteger = (header.flags & flags.integers) !== 0;
  if (kind === 'mesh') {
    const Numbers = isInteger ? Uint32Array : Float32Array;
    return { header: { ...header, kind }, numbers: new Numbers(buffer, headerBytes) };
  }
  if (isInteger) throw new BinaryError(`${kind}: expected floats, found integers`);
  return { header: { ...header, kind }, numbers: new Float32Array(buffer, headerBytes) };
}

export function writeBinary({ header, numbers }: BinaryMessage): ArrayBuffer {
  const buffer = new ArrayBuffer(headerBytes + numbers.byteLength);
  const view = new DataView(buffer);
  view.setUint32(0, magic, true);
  view.setUint16(4, kinds.indexOf(header.kind) + 1, true);
  view.setUint16(6, header.stream, true);
  view.setUint32(8, header.serial, true);
  view.setInt32(12, header.frame, true);
  view.setUint32(16, header.revision, true);
  view.setUint32(20, header.count, true);
  view.setUint32(24, header.rows, true);
  view.setUint32(28, header.flags, true);
  const Numbers = numbers instanceof Uint32Array ? Uint32Array : Float32Array;
  new Numbers(buffer, headerBytes).set(numbers);
  return buffer;
}

// The answer to a positions message: its serial number.
export function writeAck(serial: number): ArrayBuffer {
  const buffer = new ArrayBuffer(4);
  new DataView(buffer).setUint32(0, serial, true);
  return buffer;
}
