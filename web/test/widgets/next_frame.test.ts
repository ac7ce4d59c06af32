import { afterEach, expect, test, vi } from 'vitest';
import { onNextFrame } from '../../src/widgets/next_frame';

afterEach(() => vi.unstubAllGlobals());

test('the browser is asked once for all that waits, and one that fails keeps none of the others', () => {
  const asked: (() => void)[] = [];
  const failed: unknown[] = [];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => asked.push(act));
  vi.stubGlobal('reportError', (error: unknown) => failed.push(error));
  const done: string[] = [];
  onNextFrame(() => {
    throw new Error('broken');
  });
  const forget = onNextFrame(() => done.push('forgotten'));
  onNextFrame(() => {
    done.push('first');
    onNextFrame(() => done.push('later'));
  });
  forget();
  expect(asked).toHaveLength(1);
  asked[0]();
  expect(done).toEqual(['first']);
  expect(failed).toHaveLength(1);
  expect(asked).toHaveLength(2);
  asked[1]();
  expect(done).toEqual(['first', 'later']);
});
