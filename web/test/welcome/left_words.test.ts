import { expect, test } from 'vitest';
import { leftWords } from '../../src/welcome/left_words';

const now = new Date(2026, 10, 15, 12, 0);
const place = { file: '/state/unsaved/plush.1.1/shot.json', name: 'plush', edits: 2 };
const time = now.getTime() / 1000 - 300;

test('what an end in good order has left is offered calmly, and a crash is called by its name', () => {
  const calm = leftWords({ ...place, time, ended: true }, now);
  expect(calm.what).toBe('Unsaved changes of plush');
  expect(calm.text).toContain('2 changes are kept, the newest 5 minutes ago');
  const crash = leftWords({ ...place, time, ended: false }, now);
  expect(crash.what).toBe('plush was not closed');
  expect(crash.text).toContain('2 changes since the last save, the newest 5 minutes ago');
});
