import { describe, expect, it } from 'vitest';
import type { KeymapName, Occasion } from '../../src/keymap/table';
import {
  bindingsFor,
  chordFor,
  chordsOf,
  hintsFor,
  occasions,
  table,
} from '../../src/keymap/table';

const keymaps: KeymapName[] = ['blender', 'maya'];
// What can be the case at one time.
const situations: Occasion[][] = [
  ['always'],
  ['always', 'shot', 'edit'],
  ['always', 'shot', 'edit', 'selected'],
  ['always', 'shot', 'poses'],
  ['always', 'shot', 'inspect'],
  ['always', 'shot', 'inspect', 'selected'],
];

describe('keymap', () => {
  it('names each command once', () => {
    const ids = table.map((binding) => binding.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives a chord to one command at a time', () => {
    for (const keymap of keymaps) {
      for (const situation of situations) {
        const now = new Set(situation);
        const chords = table.flatMap((binding) => chordsOf(binding, keymap));
        for (const chord of new Set(chords)) {
          const ranks = bindingsFor(chord, keymap, now).map((binding) =>
            occasions.indexOf(binding.when),
          );
          expect(
            ranks.filter((rank) => rank === ranks[0]).length,
            `${keymap} ${chord}`,
          ).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('asks for no chord that the browser keeps or people need for the page', () => {
    const kept = ['Ctrl N', 'Ctrl T', 'Ctrl W', 'Ctrl Q', 'F5', 'Ctrl R', 'F11', 'F12'];
    for (const keymap of keymaps) {
      const chords = table.flatMap((binding) => chordsOf(binding, keymap));
      expect(chords.filter((chord) => kept.includes(chord))).toEqual([]);
    }
  });

  it('names the keys of a command as the chosen keymap has them', () => {
    expect(chordFor('tool.box', 'blender')).toBe('B');
    expect(chordFor('tool.box', 'maya')).toBe('Shift Q');
    expect(chordFor('file.close', 'maya')).toBeUndefined();
  });

  it('prefers what is meant for the occasion', () => {
    const [first] = bindingsFor('N', 'blender', new Set(['always', 'shot', 'inspect']));
    expect(first.id).toBe('inspect.next');
    expect(bindingsFor('N', 'blender', new Set(['always', 'shot', 'edit']))).toEqual([]);
  });

  it('reads a comma as a key of its own where it is one', () => {
    const binding = table.find(({ id }) => id === 'app.preferences');
    expect(binding && chordsOf(binding, 'blender')).toEqual(['Ctrl ,']);
    const previous = table.find(({ id }) => id === 'time.previous_handle');
    expect(previous && chordsOf(previous, 'maya')).toEqual([',']);
    const back = table.find(({ id }) => id === 'time.back');
    expect(back && chordsOf(back, 'maya')).toEqual(['Alt ,']);
  });

  it('has no chord that the browser never gives away', () => {
    const taken = new Set([
      'Ctrl N',
      'Ctrl W',
      'Ctrl T',
      'Ctrl Shift N',
      'Ctrl Shift W',
      'Ctrl Shift T',
    ]);
    for (const keymap of keymaps) {
      for (const binding of table) {
        for (const chord of chordsOf(binding, keymap)) expect(taken.has(chord), chord).toBe(false);
      }
    }
  });

  it('hints at five things at most, all of which work now', () => {
    for (const keymap of keymaps) {
      for (const situation of [...situations, ['dragging'] as Occasion[]]) {
        const hints = hintsFor(keymap, new Set(situation));
        expect(hints.length).toBeLessThanOrEqual(5);
        for (const hint of hints) expect(situation).toContain(hint.when);
      }
    }
    expect(hintsFor('blender', new Set(['dragging']))).toHaveLength(5);
  });
});
