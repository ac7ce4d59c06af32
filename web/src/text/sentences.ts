// What the program says to all who use it, as a page says it.

/** A sentence for a page: without the options of the command line, as a sentence. */
export function pageSentence(assumption: string): string {
  const plain = assumption
    .replace(/ \([^()]*--[^()]*\)/g, '')
    .replace(/; --[^)]*\)/g, ')')
    .trim();
  const end = /[.!?]$/.test(plain) ? '' : '.';
  return plain.charAt(0).toUpperCase() + plain.slice(1) + end;
}
