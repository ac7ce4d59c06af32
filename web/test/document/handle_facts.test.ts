import { describe, expect, it } from 'vitest';
import {
  explainMiss,
  handleName,
  isBeside,
  isMissed,
  missedWishes,
  pointText,
} from '../../src/document/handle_facts';
import type { Report } from '../../src/protocol/messages';
import { green } from '../timeline/layers';

const layer = green({ window: [10, 60] }, [20, 30]);
const [wish, other] = layer.wishes;

function report(entry: Partial<Report['wishes'][number]>, rest: Partial<Report> = {}): Report {
  return { type: 'report', layer: layer.id, wishes: [{ id: wish.id, miss: 0, ...entry }], ...rest };
}

describe('a miss', () => {
  it('is one only where the eye can see it and the wish is hard', () => {
    const [far, near] = [report({ miss: 0.1 }).wishes[0], report({ miss: 1e-5 }).wishes[0]];
    expect(isMissed(far, wish, 1)).toBe(true);
    expect(isMissed(near, wish, 1)).toBe(false);
    expect(isMissed(far, { ...wish, weight: 1 }, 1)).toBe(false);
    expect(missedWishes({ [layer.id]: report({ miss: 0.1 }) }, [layer], 1)).toEqual(
      new Set([wish.id]),
    );
    expect(
      missedWishes({ [layer.id]: report({ miss: 0.1 }) }, [{ ...layer, muted: true }], 1).size,
    ).toBe(0);
  });

  it('is none where it was allowed to give way, which is told calmly', () => {
    const gave = { miss: 0.2, yielded: true };
    expect(isMissed(report(gave).wishes[0], wish, 1)).toBe(false);
    expect(isBeside(report(gave).wishes[0], wish, 1)).toBe(true);
    expect(missedWishes({ [layer.id]: report(gave) }, [layer], 1).size).toBe(0);
    expect(explainMiss(layer, wish, report(gave), 1)).toMatchObject({
      severity: 'note',
      what: 'Ends 0.200 m from where you put it.',
      act: 'lock',
    });
    const held = explainMiss(layer, { ...wish, stiff_axes: 'locked' }, report(gave), 1);
    expect(held).toMatchObject({ severity: 'warning', act: null });
    expect(explainMiss(layer, wish, report({ miss: 1e-5, yielded: true }), 1)).toBeNull();
  });

  it('names the limit of the material, with what to try', () => {
    const limited = report({ miss: 0.1 }, { stopped: 'element_limit' });
    const told = explainMiss(layer, wish, limited, 1);
    expect(told).toMatchObject({ severity: 'warning', act: null });
    expect(told?.why).toContain('at its limit');
    expect(told?.why).toContain('lower the reach');
  });

  it('is explained by what stands against it, with an act that helps', () => {
    const opposed = { miss: 0.1, yielded: true, contradicts: [other.id] };
    const against = explainMiss(layer, wish, report(opposed), 1);
    expect(against).toMatchObject({ severity: 'warning', act: 'soften' });
    expect(against?.why).toContain(handleName(other));
    expect(explainMiss(layer, wish, report({ miss: 0.1, yielded: true }), 1)?.act).toBe('lock');
    const inexact = { ...layer, settings: { ...layer.settings, exact_handles: false } };
    expect(explainMiss(inexact, wish, report({ miss: 0.1 }), 1)?.act).toBe('exact');
    expect(explainMiss(layer, wish, report({ miss: 0.1 }), 1)?.act).toBe('window');
  });

  it('is explained by what is in the way, which holding does not help', () => {
    const entry = { miss: 0.1, yielded: true };
    const contact = { name: 'stairs', kind: 'contact' };
    const kept = explainMiss(layer, wish, report({ ...entry, hindered_by: contact }), 1);
    expect(kept?.act).toBeNull();
    expect(kept?.why).toContain('contact with stairs');
    const obstacle = { name: 'sea', kind: 'obstacle' };
    const entered = explainMiss(layer, wish, report({ ...entry, hindered_by: obstacle }), 1);
    expect(entered?.why).toContain('enter sea');
  });

  it('is explained by a weight below 1 where that is what it comes from', () => {
    const half = { miss: 0.1, weight: 0.5, miss_at_full_weight: 1e-6 };
    expect(explainMiss(layer, wish, report(half), 1)?.why).toContain('weight of 0.5 here');
    const stiff = { ...half, miss_at_full_weight: 0.09, yielded: true };
    expect(explainMiss(layer, wish, report(stiff), 1)?.act).toBe('lock');
  });

  it('is explained by a pin, or by the border of the region', () => {
    const still = (reason: 'pinned' | 'region') =>
      explainMiss(layer, wish, report({ miss: 0.1, stands_still: reason }), 1)?.why;
    expect(still('pinned')).toContain('pinned');
    expect(still('region')).toContain('region');
  });

  it('offers a wider window only where there is one', () => {
    const whole = green({}, [20]);
    expect(explainMiss(whole, whole.wishes[0], report({ miss: 0.1 }), 1)?.act).toBeNull();
  });
});

describe('a handle', () => {
  it('is called by its name, else by what it holds', () => {
    expect(handleName({ name: 'Snout', vertex: 3 })).toBe('Snout');
    expect(handleName({ vertex: 3 })).toBe('Vertex 3');
    expect(handleName({ vertices: [1, 2] })).toBe('Region of 2');
    expect(pointText({ vertices: [1, 2] })).toBe('2 vertices');
  });
});
