import type { ShotState } from '../document/state';

export type Trouble = { text: string; canReload: boolean };

/** What to say while the program does not answer, and whether loading the page again may help. */
export function connectionTrouble({
  left,
  connection,
  connectionReason,
}: Pick<ShotState, 'left' | 'connection' | 'connectionReason'>): Trouble | null {
  if (left) return { text: 'The program has ended.', canReload: false };
  switch (connection) {
    case 'open':
      return null;
    case 'refused': {
      const why = connectionReason || 'it does not take this page';
      return { text: `The program ended the connection: ${why}.`, canReload: true };
    }
    default: {
      const silent = connection === 'lost' || connectionReason !== '';
      const text = silent ? 'The program does not answer.' : 'Connecting to the program…';
      return { text: [text, connectionReason].filter(Boolean).join(' '), canReload: false };
    }
  }
}
