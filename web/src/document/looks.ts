import type { Link } from '../protocol/link';
import type { Look } from '../protocol/messages';

type Wanted = Omit<Look, 'stream'>;

// What each stream is asked to show. Says only what is new; says everything again after a
// reconnection or when another shot was opened.
export class Looks {
  private readonly wanted = new Map<number, Wanted>();

  constructor(private readonly link: Pick<Link, 'tell'>) {}

  look(stream: number, wanted: Wanted): void {
    const old = this.wanted.get(stream);
    if (old && sameLook(old, wanted)) return;
    this.wanted.set(stream, wanted);
    this.link.tell({ type: 'look', stream, ...wanted });
  }

  lookAway(stream: number): void {
    if (this.wanted.delete(stream)) this.link.tell({ type: 'look_away', stream });
  }

  again(): void {
    for (const [stream, wanted] of this.wanted) this.link.tell({ type: 'look', stream, ...wanted });
  }

  forget(): void {
    this.wanted.clear();
  }
}

function sameLook(a: Wanted, b: Wanted): boolean {
  return a.frame === b.frame && a.what === b.what && a.layer === b.layer && a.heat === b.heat;
}
