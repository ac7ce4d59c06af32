import { createRoot, createSignal } from 'solid-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCalm } from '../../src/widgets/calm';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what changes quickly is shown a few times a second, all of it at once, and its end is never lost', () => {
  const [value, setValue] = createSignal(0);
  const [first, second, end] = createRoot((dispose) => [
    createCalm(value),
    createCalm(() => 2 * value()),
    dispose,
  ]);
  const seen = new Set<string>();
  for (let ms = 0; ms < 1000; ms += 10) {
    setValue(ms);
    vi.advanceTimersByTime(10);
    seen.add(`${first()} ${second()}`);
  }
  expect(seen.size).toBeGreaterThan(2);
  expect(seen.size).toBeLessThanOrEqual(5);
  for (const pair of seen) {
    const [one, two] = pair.split(' ').map(Number);
    expect(two).toBe(2 * one);
  }
  vi.advanceTimersByTime(1000);
  expect(first()).toBe(990);
  end();
});
