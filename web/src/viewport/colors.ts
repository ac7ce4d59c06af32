import { Color } from 'three';

// The tokens of styles/tokens.css, for what CSS cannot paint.
const cache = new Map<string, string>();

export function token(name: string): string {
  let value = cache.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    cache.set(name, value);
  }
  return value;
}

export function tokenColor(name: string): Color {
  return new Color(token(name));
}

// A token with an opacity from 0 to 1.
export function faded(name: string, opacity: number): string {
  const alpha = Math.round(255 * opacity);
  return `${token(name)}${alpha.toString(16).padStart(2, '0')}`;
}
