// A simulation of the body, from its first frame on.
import type { SourceKind } from '../source_kind';

export const simulate: SourceKind = {
  kind: 'simulate',
  word: 'simulated',
  workspace: 'edit',
  isStill: false,
  hasPoses: false,
};
