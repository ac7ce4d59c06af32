import { expect, test } from 'vitest';
import { readMessage } from '../../src/protocol/messages';
import { ShapeError } from '../../src/json/shape';
import { aPose, aSpectrum, poses } from '../poses/sample_poses';
import { aDocument, anOpened, aWish } from '../samples';

test('whole messages of the program are read as they are', () => {
  for (const message of [anOpened(), aDocument([aWish(5)]), { type: 'done', reply: 3, ids: [1] }])
    expect(readMessage(structuredClone(message))).toEqual(message);
});

test('a report with all that the program tells of wishes is read as it is', () => {
  const wish = {
    ...{ id: 2, miss: 0.25, missed_by: [0, 0.25, 0], weight: 1, miss_at_full_weight: 0.25 },
    ...{ stands_still: '', yielded: true, hindered_by: null, contradicts: [3] },
  };
  for (const stopped of ['converged', 'yielded', 'element_limit', 'iteration_limit']) {
    const report = { type: 'report', layer: 1, wishes: [wish], iterations: 8, stopped };
    expect(readMessage(structuredClone(report))).toEqual(report);
  }
  const told = { type: 'report', layer: 1, wishes: [], stopped: 'met' };
  expect(() => readMessage(told)).toThrow('report.stopped');
});

test('poses and their spectrum are read as they are', () => {
  const posed = { ...aDocument([]), frames: 61, poses: poses(aPose(1, 0), aPose(2, 30)) };
  for (const message of [posed, { ...posed, poses: null }, aSpectrum()])
    expect(readMessage(structuredClone(message))).toEqual(message);
});

test('poses with one that has no frame are left out, naming the place', () => {
  const { frame: _, ...lost } = aPose(1, 0);
  const message = { ...aDocument([]), poses: { ...poses(), keys: [lost] } };
  const unknown: string[] = [];
  expect(readMessage(message, unknown)).toMatchObject({ poses: null });
  expect(unknown).toEqual([expect.stringContaining('document.poses.keys[].frame')]);
});

test('keys that we do not know are let through', () => {
  expect(readMessage({ type: 'bye', farewell: 'until then' })).toMatchObject({ type: 'bye' });
});

test.each([
  ['no object', 7, ''],
  ['no type', {}, 'type'],
  ['an unknown type', { type: 'gossip' }, 'type'],
  ['a type of every object', { type: 'toString' }, 'type'],
  ['a reply that is no number', { type: 'done', reply: 'x' }, 'reply'],
  ['a missing key', { type: 'job', job: 1, name: 'Modes' }, 'job.state'],
  [
    'a word that is not among the choices',
    { type: 'job', job: 1, name: 'Modes', state: 'tired' },
    'job.state',
  ],
  [
    'a number that is not finite',
    { type: 'moved', layer: 1, wish: 2, target: [0, NaN, 0] },
    'moved.target[1]',
  ],
  ['a vector of two', { type: 'moved', layer: 1, wish: 2, target: [0, 1] }, 'moved.target'],
])('a message with %s is refused, naming the place', (_, message, where) => {
  const read = () => readMessage(message);
  expect(read).toThrow(ShapeError);
  try {
    read();
  } catch (error) {
    expect((error as ShapeError).where).toBe(where);
  }
});

test('a fault deep inside a document is named by its path', () => {
  const document = { ...aDocument([]), history: [{ title: 'Open', state: 1.5 }] };
  expect(() => readMessage(document)).toThrow('document.history[0].state');
});
