// Keys as the table writes them: "Ctrl Shift Z", "Space", "Left", "Numpad .", "?".

export type KeyPress = {
  key: string;
  code: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
};

const names: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** The chord that a key press is. Ctrl also stands for the command key of a Mac. */
export function chordOf(press: KeyPress): string {
  const key = keyName(press);
  const isSymbol = /^[^\p{L}\p{N}]$/u.test(key); // Shift has already been spent on making it
  const held = [
    (press.ctrlKey || press.metaKey) && 'Ctrl',
    press.altKey && 'Alt',
    press.shiftKey && !isSymbol && 'Shift',
  ];
  return [...held.filter(Boolean), key].join(' ');
}

// Digits by their place on the keyboard, since Shift turns them into other signs; the rest by what
// they write, so that letters are where the person's own layout has them.
function keyName({ key, code }: KeyPress): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit && key !== '?') return digit;
  if (code.startsWith('Numpad')) return `Numpad ${numpad[code.slice(6)] ?? code.slice(6)}`;
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

const numpad: Record<string, string> = { Decimal: '.', Add: '+', Subtract: '-' };

/** The parts to show as key caps. */
export function caps(chord: string): string[] {
  return chord.match(/Numpad \S+|Page \S+|\S+/g) ?? [];
}
