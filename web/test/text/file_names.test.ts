import { describe, expect, it } from 'vitest';
import {
  agoText,
  baseName,
  dayText,
  folderOf,
  isTaken,
  joined,
  withEnding,
  withoutEnding,
} from '../../src/text/file_names';

describe('file names', () => {
  it('fall apart and come together again', () => {
    for (const file of ['/shots/dino/reach.json', '/reach.json', 'C:\\shots\\reach.json']) {
      expect(joined(folderOf(file), baseName(file))).toBe(file);
    }
  });

  it('are taken where another file has them, but not by the shot itself', () => {
    const names = ['reach.json', 'jump.json'];
    expect(isTaken('/shots/reach.json', names)).toBe(true);
    expect(isTaken('/shots/reach.json', names, '/shots/reach.json')).toBe(false);
    expect(isTaken('/shots/reach.json', names, '/other/reach.json')).toBe(true);
    expect(isTaken('/shots/fall.json', names)).toBe(false);
  });

  it('with marks for numbers are taken by any number', () => {
    expect(isTaken('/film/turn_####.png', ['turn_0012.png'])).toBe(true);
    expect(isTaken('/film/turn_####.png', ['turn_a.png', 'turn_.png', 'turn.png'])).toBe(false);
  });

  it('lose their last ending, and nothing else', () => {
    expect(withoutEnding('reach.json')).toBe('reach');
    expect(withoutEnding('reach.v2.json')).toBe('reach.v2');
    expect(withoutEnding('reach')).toBe('reach');
    expect(withoutEnding('.hidden')).toBe('.hidden');
  });

  it('get an ending only where they have none that is known', () => {
    expect(withEnding('reach', ['.json'])).toBe('reach.json');
    expect(withEnding('reach.JSON', ['.json'])).toBe('reach.JSON');
    expect(withEnding('out.mdd', ['.pc2', '.mdd'])).toBe('out.mdd');
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 15, 0, 30);
  const seconds = (date: Date) => date.getTime() / 1000;

  it('are told by days of the calendar, not by hours', () => {
    expect(dayText(seconds(new Date(2026, 10, 15, 0, 5)), now)).toBe('today');
    expect(dayText(seconds(new Date(2026, 10, 14, 23, 50)), now)).toBe('yesterday');
    expect(dayText(seconds(new Date(2026, 10, 11)), now)).toBe('Wednesday');
    expect(dayText(seconds(new Date(2026, 9, 3)), now)).toBe('Oct 3');
  });

  it('are told by how long ago while it is not long', () => {
    expect(agoText(seconds(now) - 20, now)).toBe('just now');
    expect(agoText(seconds(now) - 180, now)).toBe('3 minutes ago');
    expect(agoText(seconds(now) - 7200, now)).toBe('2 hours ago');
  });
});
