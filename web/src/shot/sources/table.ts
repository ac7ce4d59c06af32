// The kinds of sources, one row each.
import type { SourceKind } from '../source_kind';
import { cache } from './cache';
import { poses } from './poses';
import { rest } from './rest';
import { simulate } from './simulate';

export const sourceTable: readonly SourceKind[] = [rest, simulate, cache, poses];
