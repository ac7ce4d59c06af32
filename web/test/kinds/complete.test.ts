// What a row leaves out, the compiler asks for: these lines are errors, and tsc checks that they are.
import { expect, test } from 'vitest';
import type { LayerKind } from '../../src/shot/layer_kind';
import type { SourceKind } from '../../src/shot/source_kind';
import { springs, type SpringLayer } from './springs';

test('a row without its bar, with wishes that it denies, or of another kind does not compile', () => {
  const { bar: _, ...barless } = springs;
  // @ts-expect-error: the bar is left out
  const withoutBar: LayerKind<SpringLayer> = barless;
  // @ts-expect-error: a SpringLayer has wishes
  const withoutWishes: LayerKind<SpringLayer> = { ...springs, holdsWishes: false };
  // @ts-expect-error: its layers say 'springs'
  const renamed: LayerKind<SpringLayer> = { ...springs, kind: 'strings' };
  // @ts-expect-error: no word, no workspace
  const source: SourceKind = { kind: 'swarm', isStill: true, hasPoses: false };
  expect([withoutBar, withoutWishes, renamed, source].length).toBe(4);
});
