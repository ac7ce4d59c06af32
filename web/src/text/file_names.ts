// Names of files and folders as the program gives them.

export function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

export function folderOf(file: string): string {
  const at = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
  return at <= 0 ? file.slice(0, at + 1) : file.slice(0, at);
}

export function joined(folder: string, name: string): string {
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  return folder.endsWith(separator) || folder === '' ? folder + name : folder + separator + name;
}

/** With the ending where it has none of these. */
export function withEnding(name: string, endings: readonly string[]): string {
  const isNamed = endings.some((ending) => ending !== '' && name.toLowerCase().endsWith(ending));
  return isNamed ? name : name + endings[0];
}

/** "shots/dino.json" without ".json"; a name that only begins with a dot stays. */
export function withoutEnding(name: string): string {
  return name.replace(/(?<=[^\\/])\.[^.\\/]*$/, '');
}

/** Whether writing there would take the place of something else. Marks (####) stand for numbers. */
export function isTaken(path: string, names: readonly string[], own?: string | null): boolean {
  const name = baseName(path);
  if (!name.includes('#')) return path !== own && names.includes(name);
  const [before, after] = [name.slice(0, name.indexOf('#')), name.slice(name.lastIndexOf('#') + 1)];
  return names.some(
    (other) =>
      other.startsWith(before) &&
      other.endsWith(after) &&
      /^\d+$/.test(other.slice(before.length, other.length - after.length)),
  );
}

/** "today", "yesterday", a weekday, or a date. */
export function dayText(seconds: number, now: Date): string {
  const then = new Date(1000 * seconds);
  const midnight = (day: Date) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 7) return then.toLocaleDateString('en', { weekday: 'long' });
  return then.toLocaleDateString('en', { day: 'numeric', month: 'short' });
}

/** "3 minutes ago" and the like. */
export function agoText(seconds: number, now: Date): string {
  const minutes = Math.round((now.getTime() / 1000 - seconds) / 60);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
  const hours = Math.round(minutes / 60);
  return hours < 24 ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago` : dayText(seconds, now);
}
