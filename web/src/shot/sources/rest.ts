// The rest shape at all frames.
import type { SourceKind } from '../source_kind';

export const rest: SourceKind = {
  kind: 'rest',
  word: 'at rest',
  workspace: 'edit',
  isStill: true,
  hasPoses: false,
};
