import type { Place } from '../protocol/messages';
import { agoText, baseName } from '../text/file_names';

/** What is offered of work that was not saved: after an end in good order calmly, after a crash as that. */
export function leftWords({ file, name, edits = 0, time, ended }: Place, now: Date) {
  const title = name || baseName(file);
  const count = `${edits} ${edits === 1 ? 'change' : 'changes'}`;
  const when = time ? agoText(time, now) : '';
  if (ended) {
    const kept = `${count} ${edits === 1 ? 'is' : 'are'} kept${when && `, the newest ${when}`}`;
    const text = `${kept}. Save the shot under a name to have it among your files.`;
    const [take, leave] = ['Go on with them', 'Start anew'];
    return { what: `Unsaved changes of ${title}`, text, take, leave };
  }
  const text = `${count} since the last save${when && `, the newest ${when}`}. Nothing is lost.`;
  return { what: `${title} was not closed`, text, take: 'Recover', leave: 'Open as saved' };
}
