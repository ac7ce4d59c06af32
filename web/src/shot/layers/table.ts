// The kinds of layers, one row each. The first that holds wishes takes a handle that has no layer yet.
import type { Checked } from '../../json/shape';
import { blend } from './blend';
import { green } from './green';

export const layerTable = [green, blend] as const;

export type KnownLayer = Checked<(typeof layerTable)[number]['check']>;
