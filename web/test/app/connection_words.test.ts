import { expect, test } from 'vitest';
import { connectionTrouble } from '../../src/app/connection_words';

const textOf = (connection: 'connecting' | 'open' | 'lost' | 'refused', connectionReason = '') =>
  connectionTrouble({ left: false, connection, connectionReason })?.text ?? null;

test('nothing is said while all is well', () => expect(textOf('open')).toBeNull());

test('the reason of the program is told in its own words', () => {
  expect(textOf('refused', 'the page is too slow')).toContain('the page is too slow');
  expect(textOf('lost', 'it went')).toBe('The program does not answer. it went');
});

test('trying again does not hide why', () => {
  expect(textOf('connecting')).toBe('Connecting to the program…');
  expect(textOf('connecting', 'Open it anew.')).toBe('The program does not answer. Open it anew.');
});

test('a page that was refused can be loaded again', () => {
  const refused = { left: false, connection: 'refused', connectionReason: '' } as const;
  expect(connectionTrouble(refused)?.canReload).toBe(true);
  expect(connectionTrouble({ ...refused, left: true })?.text).toBe('The program has ended.');
});
