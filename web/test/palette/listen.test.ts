import { createRoot } from 'solid-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StageActs } from '../../src/document/stage_acts';
import { listenToKeys } from '../../src/palette/listen';
import { opened } from '../document/tab';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

type Held = { ctrlKey?: boolean; shiftKey?: boolean };

// True where the browser still gets the key.
function press(key: string, code: string, held: Held = {}): boolean {
  const rest = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...held };
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, code }, rest);
  Object.defineProperty(event, 'target', { value: { closest: () => null, matches: () => false } });
  return page.dispatchEvent(event);
}

function listening(busy: boolean) {
  const { editor, heard } = opened();
  editor.stage.acts = { busy: () => busy } as StageActs;
  heard.length = 0;
  const end = createRoot((dispose) => {
    listenToKeys(editor);
    return dispose;
  });
  return { editor, heard, end };
}

test('a chord of the table acts, and the browser does not get it', () => {
  const { heard, end } = listening(false);
  expect(press('z', 'KeyZ', { ctrlKey: true })).toBe(false);
  expect(heard.map(({ type }) => type)).toEqual(['undo']);
  end();
});

test('while a hand is busy a chord of the table does nothing, not even in the browser', () => {
  const { heard, end } = listening(true);
  expect(press('s', 'KeyS', { ctrlKey: true })).toBe(false);
  expect(press('Home', 'Home')).toBe(false);
  expect(heard).toEqual([]);
  end();
});

test('keys that stand in no table are left to the browser', () => {
  const { end } = listening(true);
  expect(press('F12', 'F12')).toBe(true);
  end();
});
