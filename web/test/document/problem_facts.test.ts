import { describe, expect, it } from 'vitest';
import {
  finePoints,
  framesText,
  sortedProblems,
  stepProblem,
  valueText,
  worstOf,
} from '../../src/document/problem_facts';
import type { InspectedProblem, Inspection } from '../../src/protocol/messages';

function problem(
  key: string,
  severity: 'error' | 'warning' | 'note',
  first: number,
): InspectedProblem {
  return {
    key,
    kind: 'strain',
    severity,
    title: key,
    text: '',
    frames: [[first, first + 3]],
    worst_frame: first,
  };
}

const inspection: Inspection = {
  type: 'inspection',
  state: 1,
  problems: [
    problem('c', 'note', 1),
    problem('b', 'error', 50),
    problem('a', 'error', 9),
    problem('w', 'warning', 0),
  ],
  graphs: [],
  contacts: [],
};

describe('problems', () => {
  it('are sorted by how bad they are, then by time', () => {
    expect(sortedProblems(inspection).map(({ key }) => key)).toEqual(['a', 'b', 'w', 'c']);
    expect(sortedProblems(null)).toEqual([]);
  });

  it('are walked through around the ends', () => {
    const problems = sortedProblems(inspection);
    expect(stepProblem(problems, null, 1)?.key).toBe('a');
    expect(stepProblem(problems, 'c', 1)?.key).toBe('a');
    expect(stepProblem(problems, 'a', -1)?.key).toBe('c');
    expect(stepProblem([], null, 1)).toBeUndefined();
  });

  it('name their frames shortly', () => {
    expect(framesText([[41, 57]])).toBe('41 – 57');
    expect(
      framesText([
        [12, 12],
        [40, 44],
      ]),
    ).toBe('12, 40 – 44');
    expect(
      framesText([
        [1, 2],
        [5, 6],
        [9, 12],
      ]),
    ).toBe('1 – 12, 3 times');
  });

  it('leave the checks that found nothing as good news', () => {
    const fine = finePoints(inspection);
    expect(fine).toContain('No inverted tets');
    expect(fine).not.toContain('No strain over the limit');
    expect(finePoints(null)).toEqual([]);
  });
});

describe('values of a check', () => {
  it('carry their unit', () => {
    expect(valueText(0.0062, 'm')).toBe('6.2 mm');
    expect(valueText(31, 'N')).toBe('31 N');
    expect(valueText(0.66, '')).toBe('66 %');
    expect(valueText(null, 'm')).toBe('–');
  });

  it('have their worst where it first is, missing ones left out', () => {
    expect(worstOf([null, 1, 7, null, 7])).toEqual({ value: 7, frame: 2 });
    expect(worstOf([null])).toBeNull();
  });
});
