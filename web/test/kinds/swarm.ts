// A kind of source that only tests have.
import type { SourceKind } from '../../src/shot/source_kind';

export const swarm: SourceKind = {
  kind: 'swarm',
  word: 'a swarm',
  workspace: 'poses',
  isStill: true,
  hasPoses: false,
};
