import type { SourceKind } from './source_kind';
import { sourceTable } from './sources/table';

export function isKnownSource(kind: string): boolean {
  return sourceTable.some((row) => row.kind === kind);
}

/** A kind that this page does not know plays as any other, under the program's own name for it. */
export function sourceKind(kind: string): SourceKind {
  const unknown: SourceKind = {
    ...{ kind, word: kind, workspace: 'edit' },
    ...{ isStill: false, hasPoses: false },
  };
  return sourceTable.find((row) => row.kind === kind) ?? unknown;
}

/** What a page that does not know the kind says; null where it does. */
export function sourceTrouble(kind: string): string | null {
  if (isKnownSource(kind)) return null;
  const known = sourceTable.map((row) => row.kind).join(', ');
  return `source: expected one of ${known}, found ${JSON.stringify(kind)}`;
}
