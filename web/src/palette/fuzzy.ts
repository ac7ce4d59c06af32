// Finding by a few letters: they must occur in order, and count more at the beginnings of words
// and next to each other.

export type Match = { score: number; places: number[] }; // places: indices of the letters found

const wordStart = 8;
const inARow = 5;
const found = 1;
const gap = 0.1; // taken off for each letter passed over

/** How well the letters are found in the text, or nothing where one is missing. */
export function fuzzyMatch(letters: string, text: string): Match | undefined {
  const wanted = letters.toLowerCase().replaceAll(' ', '');
  const searched = text.toLowerCase();
  // best[j]: the best way to place the letters so far, the last of them at j.
  let best: (Match | undefined)[] = [];
  for (let i = 0; i < wanted.length; ++i) {
    best = placeLetter(wanted[i] ?? '', searched, best, i === 0);
    if (best.every((way) => way === undefined)) return undefined;
  }
  if (wanted === '') return { score: 0, places: [] };
  return best.reduce((a, b) => (!a || (b && b.score > a.score) ? b : a));
}

function placeLetter(
  letter: string,
  text: string,
  before: (Match | undefined)[],
  isFirst: boolean,
): (Match | undefined)[] {
  const ways: (Match | undefined)[] = [];
  let reachable: Match | undefined; // the best way that ends left of j − 1, less its gap
  for (let j = 0; j < text.length; ++j) {
    const here = text[j] === letter;
    const bonus = found + (startsWord(text, j) ? wordStart : 0);
    const beside = before[j - 1];
    if (here && isFirst) ways[j] = { score: bonus - gap * j, places: [j] };
    else if (here)
      ways[j] = better(extended(beside, j, bonus + inARow), extended(reachable, j, bonus));
    else ways[j] = undefined;
    reachable = better(lessGap(reachable), lessGap(beside));
  }
  return ways;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[\s.,:(/_-]/.test(text[at - 1] ?? '');
}

function extended(way: Match | undefined, at: number, bonus: number): Match | undefined {
  return way && { score: way.score + bonus, places: [...way.places, at] };
}

function lessGap(way: Match | undefined): Match | undefined {
  return way && { ...way, score: way.score - gap };
}

function better(a: Match | undefined, b: Match | undefined): Match | undefined {
  if (!a || !b) return a ?? b;
  return b.score > a.score ? b : a;
}

export type Found<T> = { item: T; places: number[] };

/** The items that match, best first; all in their order when nothing is typed. */
export function search<T>(
  letters: string,
  items: readonly T[],
  nameOf: (item: T) => string,
): Found<T>[] {
  return items
    .map((item) => ({ item, match: fuzzyMatch(letters, nameOf(item)) }))
    .flatMap(({ item, match }) => (match ? [{ item, ...match }] : []))
    .sort((a, b) => b.score - a.score)
    .map(({ item, places }) => ({ item, places }));
}
