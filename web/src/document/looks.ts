import type { Link } from '../protocol/link';
import type { Look } from '../protocol/requests';
import type { BodyFrame } from '../protocol/worker_messages';
import { streams } from './vertices';

type Wanted = Omit<Look, 'stream'>;

// What each stream is asked to show. Says only what is new; says everything again after a
// reconnection or when another shot was opened.
export class Looks {
  private readonly wanted = new Map<number, Wanted>();
  private isSeen = true;

  constructor(private readonly link: Pick<Link, 'tell' | 'ask'>) {}

  look(stream: number, wanted: Wanted): void {
    const old = this.wanted.get(stream);
    if (old && sameLook(old, wanted)) return;
    this.wanted.set(stream, wanted);
    if (this.isSeen) this.link.tell({ type: 'look', stream, ...wanted });
  }

  lookAway(stream: number): void {
    if (this.wanted.delete(stream) && this.isSeen) this.link.tell({ type: 'look_away', stream });
  }

  // A page that nobody sees asks for nothing; what it wants by then it asks for when it is seen again.
  setSeen(isSeen: boolean): void {
    if (this.isSeen === isSeen) return;
    this.isSeen = isSeen;
    if (isSeen) return this.again();
    for (const stream of this.wanted.keys()) this.link.tell({ type: 'look_away', stream });
  }

  // Whether a frame that has come is still of use. The two bodies show late ones too: while time runs
  // they are better than none. What stands beside them must belong to the very frame.
  accepts({ stream, frame }: Pick<BodyFrame, 'stream' | 'frame'>): boolean {
    const wanted = this.wanted.get(stream);
    const isBody = stream === streams.edit || stream === streams.play;
    return wanted !== undefined && (isBody || wanted.frame === frame);
  }

  // Asks for a stream once more: what comes on it after the answer is what is wanted now, since
  // answers overtake frames that wait.
  async renew(stream: number): Promise<void> {
    const wanted = this.wanted.get(stream);
    if (wanted && this.isSeen)
      await this.link.ask({ type: 'look', stream, ...wanted }).catch(() => undefined);
  }

  again(): void {
    if (!this.isSeen) return;
    for (const [stream, wanted] of this.wanted) this.link.tell({ type: 'look', stream, ...wanted });
  }

  forget(): void {
    this.wanted.clear();
  }
}

function sameLook(a: Wanted, b: Wanted): boolean {
  const keys = ['frame', 'what', 'layer', 'pose', 'heat'] as const;
  return keys.every((key) => a[key] === b[key]);
}
