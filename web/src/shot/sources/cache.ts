// Frames of a file.
import type { SourceKind } from '../source_kind';

export const cache: SourceKind = {
  kind: 'cache',
  word: 'from a file',
  workspace: 'edit',
  isStill: false,
  hasPoses: false,
};
