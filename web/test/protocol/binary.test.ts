import { expect, test } from 'vitest';
import {
  BinaryError,
  flags,
  readBinary,
  writeAck,
  writeBinary,
  type BinaryMessage,
} from '../../src/protocol/binary';

const header = {
  kind: 'positions',
  stream: 3,
  serial: 4_000_000_000,
  frame: -7,
  revision: 12,
  count: 2,
  rows: 3,
  flags: 0,
} as const;

const positions: BinaryMessage = { header, numbers: Float32Array.of(1, 2, 3, 4, 5, 6.5) };

test('a binary message comes back as it was written', () => {
  const { header: read, numbers } = readBinary(writeBinary(positions));
  expect(read).toEqual(header);
  expect(numbers).toEqual(positions.numbers);
});

test('flag 4 makes the payload unsigned integers', () => {
  const mesh: BinaryMessage = {
    header: { ...header, kind: 'mesh', flags: flags.integers },
    numbers: Uint32Array.of(0, 1, 4_294_967_295),
  };
  expect(readBinary(writeBinary(mesh)).numbers).toEqual(mesh.numbers);
});

test('heat adds a number per vertex to what positions must carry', () => {
  const hot = { header: { ...header, flags: flags.heat }, numbers: new Float32Array(8) };
  expect(readBinary(writeBinary(hot)).numbers.length).toBe(8);
  const short = { ...hot, numbers: new Float32Array(6) };
  expect(() => readBinary(writeBinary(short))).toThrow(/expected 8 numbers, found 6/);
});

test.each([
  ['shorter than a header', () => new ArrayBuffer(31), /32 bytes/],
  ['of another program', () => new ArrayBuffer(32), /not a message of Retake/],
  ['with a torn payload', () => writeBinary(positions).slice(0, 53), /whole number of words/],
  ['with a payload too short', () => writeBinary(positions).slice(0, 52), /expected 6 numbers/],
])('a message %s is refused', (_, make, reason) => {
  expect(() => readBinary(make())).toThrow(BinaryError);
  expect(() => readBinary(make())).toThrow(reason);
});

test('an unknown kind is refused', () => {
  const buffer = writeBinary(positions);
  new DataView(buffer).setUint16(4, 77, true);
  expect(() => readBinary(buffer)).toThrow(/unknown kind 77/);
});

test('an acknowledgement is the serial number in four bytes, little endian', () => {
  expect([...new Uint8Array(writeAck(0x01020304))]).toEqual([4, 3, 2, 1]);
});
