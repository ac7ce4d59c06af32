import { createRoot } from 'solid-js';
import { describe, expect, it, vi } from 'vitest';
import { toggleLinkedCameras } from '../../src/document/commands';
import { keepPreferences, readPreferences } from '../../src/panels/preferences';
import { opened } from '../document/tab';

describe('preferences', () => {
  it('come back as they were kept', () => {
    const kept = { uiScale: 1.25, keymap: 'maya', linkedCameras: false, timeUnit: 'seconds' };
    const limits = { strain: 0.2 };
    expect(readPreferences({ ...kept, limits })).toEqual({ ...kept, limits });
    expect(readPreferences({ limits: { strain: 'much', miss: -1 } })).toEqual({ limits: {} });
  });

  it('pass over what makes no sense', () => {
    expect(
      readPreferences({ uiScale: 'big', keymap: 'emacs', linkedCameras: 1, other: {} }),
    ).toEqual({});
  });

  it('never make the page too small or too large to be set right again', () => {
    expect(readPreferences({ uiScale: 40 }).uiScale).toBe(1.5);
    expect(readPreferences({ uiScale: 0 }).uiScale).toBe(0.9);
  });
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
