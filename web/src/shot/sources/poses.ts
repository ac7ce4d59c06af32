// A motion through key poses (../poses.ts).
import type { SourceKind } from '../source_kind';

export const poses: SourceKind = {
  kind: 'poses',
  word: 'key poses',
  workspace: 'poses',
  isStill: false,
  hasPoses: true,
};
