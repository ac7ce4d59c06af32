import { describe, expect, it } from 'vitest';
import type { Wish } from '../../src/shot/shot';
import {
  heldAxes,
  shareOf,
  weightOf,
  withAxis,
  withContacts,
  withCoordinate,
  withCost,
  withDamping,
  withHold,
  withKind,
} from '../../src/panels/settings_edits';
import { green } from '../timeline/layers';

const wish: Wish = { id: 3, frame: 9, vertex: 4, target: [1, 2, 3] };
const { settings } = green({});

describe('changing settings', () => {
  it('changes one part and keeps all others', () => {
    const changed = withDamping(settings, { ratio: 0.4 });
    expect(changed.cost.damping).toEqual({ ratio: 0.4, mass: 0, stiffness: 0 });
    expect(withDamping(changed, settings.cost.damping)).toEqual(settings);
    expect(withCost(withCost(settings, { reach: 0.3 }), { reach: 0 })).toEqual(settings);
    expect(withContacts(settings, { one_sided: false }).contacts.from).toBe('source');
  });
});

describe('another answer', () => {
  const reachWith = (reach: number, kind: 'dynamics' | 'paper_dynamics' | 'smooth') =>
    withKind(withCost(settings, { reach }), kind).cost.reach;

  it('brings its usual reach along, and leaves one that was chosen', () => {
    expect(reachWith(1.75, 'paper_dynamics')).toBe(0);
    expect(reachWith(1.75, 'smooth')).toBe(1.75);
    expect(reachWith(0.7, 'paper_dynamics')).toBe(0.7);
    const published = withKind(withCost(settings, { reach: 1.75 }), 'paper_dynamics');
    expect(withKind(published, 'dynamics').cost.reach).toBe(1.75);
  });
});

describe('axes of a wish', () => {
  it('are all held unless said otherwise', () => {
    expect(heldAxes(wish)).toEqual(['x', 'y', 'z']);
    expect(heldAxes({ ...wish, axes: 'zx' })).toEqual(['x', 'z']);
    expect(heldAxes({ ...wish, direction: [0, 1, 1] })).toBeNull();
  });

  it('come back as they were when one is freed and held again', () => {
    const free = withAxis(wish, 'y', false);
    expect(free.axes).toBe('xz');
    expect(withAxis(free, 'y', true)).toEqual(wish);
  });

  it('never become none', () => {
    const last = withAxis(withAxis(wish, 'x', false), 'y', false);
    expect(withAxis(last, 'z', false)).toEqual(last);
  });

  it('replace directions of another kind', () => {
    expect(withAxis({ ...wish, direction: [0, 1, 1] }, 'x', false)).toEqual({
      ...wish,
      axes: 'yz',
    });
  });
});

describe('how a wish holds', () => {
  it('is hard without a weight', () => {
    expect(withHold(withHold(wish, 9), null)).toEqual(wish);
  });

  it('goes half of the way with weight 1 and nine tenths with 9', () => {
    expect(shareOf(1)).toBe(0.5);
    expect(shareOf(9)).toBeCloseTo(0.9);
    for (const share of [0.05, 0.5, 0.97]) expect(shareOf(weightOf(share))).toBeCloseTo(share);
    expect(Number.isFinite(weightOf(1))).toBe(true);
  });

  it('moves along one axis', () => {
    expect(withCoordinate([1, 2, 3], 1, 7)).toEqual([1, 7, 3]);
  });
});
