import { createRoot } from 'solid-js';
import { describe, expect, it } from 'vitest';
import { toggleLinkedCameras } from '../../src/document/commands';
import { keepPreferences, readPreferences } from '../../src/panels/preferences';
import { opened } from '../document/tab';

describe('preferences', () => {
  it('come back as they were kept', () => {
    const kept = { uiScale: 1.25, keymap: 'maya', linkedCameras: false, timeUnit: 'seconds' };
    expect(readPreferences(kept)).toEqual(kept);
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

it('linked cameras and the unit of time are kept when keys change them', () => {
  const { editor, heard } = opened();
  const end = createRoot((dispose) => {
    keepPreferences(editor);
    return dispose;
  });
  heard.length = 0;
  toggleLinkedCameras(editor);
  editor.setView('timeUnit', 'seconds');
  expect(heard.map(({ values }) => values)).toMatchObject([
    { linkedCameras: false, timeUnit: 'frames' },
    { linkedCameras: false, timeUnit: 'seconds' },
  ]);
  end();
});
