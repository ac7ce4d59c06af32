import { describe, expect, it } from 'vitest';
import { fuzzyMatch, search } from '../../src/palette/fuzzy';

const commands = [
  'Save',
  'Save as…',
  'Export…',
  'Play or pause',
  'Next handle',
  'Show onion skins',
];
const names = (letters: string) => search(letters, commands, (name) => name).map((hit) => hit.item);

describe('fuzzy search', () => {
  it('finds what contains the letters in order, and nothing else', () => {
    expect(names('pp')).toEqual(['Play or pause']);
    expect(names('xq')).toEqual([]);
  });

  it('points at the letters that it found', () => {
    for (const [letters, text] of [
      ['sas', 'Save as…'],
      ['nh', 'Next handle'],
      ['onsk', 'Show onion skins'],
    ]) {
      const match = fuzzyMatch(letters ?? '', text ?? '');
      expect(match?.places.map((place) => text?.[place]?.toLowerCase()).join('')).toBe(letters);
      expect(match?.places).toEqual([...(match?.places ?? [])].sort((a, b) => a - b));
    }
  });

  it('prefers beginnings of words', () => {
    expect(fuzzyMatch('nh', 'Next handle')?.places).toEqual([0, 5]);
    expect(names('o')[0]).toBe('Play or pause');
  });

  it('prefers letters in a row', () => {
    const row = fuzzyMatch('sk', 'Show onion skins')?.score ?? 0;
    const apart = fuzzyMatch('sk', 'Some other remark')?.score ?? 0;
    expect(row).toBeGreaterThan(apart);
  });

  it('prefers the shorter of two that match alike', () => {
    expect(names('save')).toEqual(['Save', 'Save as…']);
  });

  it('keeps everything in order while nothing is typed', () => {
    expect(names('')).toEqual(commands);
  });
});
