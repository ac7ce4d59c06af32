import { describe, expect, it } from 'vitest';
import type { KeyPress } from '../../src/keymap/chord';
import { caps, chordOf } from '../../src/keymap/chord';

function press(key: string, code: string, held: Partial<KeyPress> = {}): string {
  return chordOf({
    key,
    code,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    metaKey: false,
    ...held,
  });
}

describe('chords', () => {
  it('name letters by what they write, in capitals', () => {
    expect(press('g', 'KeyG')).toBe('G');
    expect(press('G', 'KeyG', { shiftKey: true })).toBe('Shift G');
    expect(press('z', 'KeyY', { ctrlKey: true })).toBe('Ctrl Z');
  });

  it('name the modifiers in one order', () => {
    const held = { shiftKey: true, ctrlKey: true, altKey: true };
    expect(press('Z', 'KeyZ', held)).toBe('Ctrl Alt Shift Z');
  });

  it('name signs without the Shift that makes them', () => {
    expect(press('?', 'Slash', { shiftKey: true })).toBe('?');
    expect(press('?', 'Minus', { shiftKey: true })).toBe('?');
  });

  it('name digits by their key, with Shift or without', () => {
    expect(press('1', 'Digit1')).toBe('1');
    expect(press('!', 'Digit1', { shiftKey: true })).toBe('Shift 1');
  });

  it('name the keys that write nothing', () => {
    expect(press(' ', 'Space', { ctrlKey: true })).toBe('Ctrl Space');
    expect(press('ArrowLeft', 'ArrowLeft', { shiftKey: true })).toBe('Shift Left');
    expect(press('.', 'NumpadDecimal')).toBe('Numpad .');
    expect(press('F3', 'F3')).toBe('F3');
  });

  it('take the command key for Ctrl', () => {
    expect(press('s', 'KeyS', { metaKey: true })).toBe('Ctrl S');
  });

  it('fall into their caps', () => {
    expect(caps('Ctrl Shift Z')).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(caps('Numpad .')).toEqual(['Numpad .']);
    expect(caps('Page Up')).toEqual(['Page Up']);
    expect(caps('Ctrl 1')).toEqual(['Ctrl', '1']);
  });
});
