import { createRoot } from 'solid-js';
import { describe, expect, it, vi } from 'vitest';
import { toggleLinkedCameras } from '../../src/document/commands';
import {
  fittingScale,
  keepPreferences,
  readPreferences,
  savePreferences,
} from '../../src/panels/preferences';
import { opened } from '../document/tab';

describe('preferences', () => {
  it('come back as they were kept', () => {
    const kept = { uiScale: 1.25, keymap: 'maya', linkedCameras: false, timeUnit: 'seconds' };
    const limits = { strain: 0.2 };
    const { uiScale: ownScale, ...rest } = kept;
    expect(readPreferences({ ...kept, limits })).toEqual({ ...rest, ownScale, limits });
    expect(readPreferences({ limits: { strain: 'much', miss: -1 } })).toEqual({ limits: {} });
  });

  it('pass over what makes no sense', () => {
    expect(
      readPreferences({ uiScale: 'big', keymap: 'emacs', linkedCameras: 1, other: {} }),
    ).toEqual({});
  });

  it('never make the page too small or too large to be set right again', () => {
    expect(readPreferences({ uiScale: 40 }).ownScale).toBe(1.5);
    expect(readPreferences({ uiScale: 0 }).ownScale).toBe(0.9);
  });
});

it('text is larger on a 4K screen that does not scale, and never smaller than on a small one', () => {
  expect(fittingScale({ width: 3840, height: 2160 })).toBe(1.5);
  expect(fittingScale({ width: 1600, height: 1000 })).toBe(1);
  expect(fittingScale({ width: 1280, height: 800 })).toBe(1);
  expect(fittingScale({ width: 3840, height: 1080 })).toBe(1);
});

it('what only another page knows is kept', () => {
  const { editor, heard, say } = opened();
  const lists = { scenes: [], recent: [], recovery: [] };
  const preferences = { gestures: 'pen', keymap: 'blender' };
  say({ type: 'welcome', protocol: 1, version: '9', ...lists, preferences });
  editor.setView('keymap', 'maya');
  savePreferences(editor);
  expect(heard.at(-1)).toMatchObject({ values: { gestures: 'pen', keymap: 'maya' } });
});

it('a size that nobody chose is not kept', () => {
  vi.useFakeTimers();
  const { editor, heard } = opened();
  editor.setView('uiScale', 1.5);
  const end = createRoot((dispose) => (keepPreferences(editor), dispose));
  heard.length = 0;
  toggleLinkedCameras(editor);
  vi.runAllTimers();
  expect(heard.map(({ values }) => values)).toMatchObject([{ uiScale: null }]);
  end();
  vi.useRealTimers();
});

it('linked cameras, the unit of time and limits are kept when they change', () => {
  vi.useFakeTimers();
  const { editor, heard } = opened();
  const end = createRoot((dispose) => {
    keepPreferences(editor);
    return dispose;
  });
  heard.length = 0;
  toggleLinkedCameras(editor);
  editor.setView('timeUnit', 'seconds');
  editor.setView('limits', 'strain', 0.2);
  vi.runAllTimers();
  expect(heard.map(({ values }) => values)).toMatchObject([
    { linkedCameras: false, timeUnit: 'seconds', limits: { strain: 0.2 } },
  ]);
  end();
  vi.useRealTimers();
});
