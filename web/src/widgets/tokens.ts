// The colours of styles/tokens.css, for what CSS cannot paint.
const cache = new Map<string, string>();

export function token(name: string): string {
  let value = cache.get(name);
  if (value === undefined) {
    value = longHex(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`));
    cache.set(name, value);
  }
  return value;
}

/** A token with some of it let through; `alpha` from 0 to 1. */
export function faded(name: string, alpha: number): string {
  const byte = Math.round(255 * alpha);
  return `${token(name)}${byte.toString(16).padStart(2, '0')}`;
}

/** #fff, which is what a minifier makes of #ffffff, in six digits again. */
export function longHex(color: string): string {
  return color.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}
