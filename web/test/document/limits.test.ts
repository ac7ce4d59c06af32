import { describe, expect, test } from 'vitest';
import { judged } from '../../src/document/limits';
import type { InspectedProblem, Inspection } from '../../src/protocol/messages';

const depth = [0, 0.001, 0.004, 0.012, 0.004, 0.001, 0, 0.003, 0];

const problem: InspectedProblem = {
  key: 'penetration 0',
  kind: 'penetration',
  severity: 'error',
  title: 'Penetration',
  text: '',
  frames: [
    [2, 4],
    [7, 7],
  ],
  worst_frame: 3,
  value: 0.012,
  unit: 'm',
  limit: 0.002,
  fix: { title: 'Keep out', effect: '' },
};

const inspection: Inspection = {
  type: 'inspection',
  state: 1,
  problems: [problem, { ...problem, key: 'force', kind: 'force' }],
  graphs: [{ key: 'penetration', title: 'Penetration', unit: 'm', limit: 0.002, per_frame: depth }],
  contacts: [],
};

const kinds = (limit: number) => judged(inspection, { penetration: limit }).problems;

describe('limits of one’s own', () => {
  test('without any, everything is as the program judged', () =>
    expect(judged(inspection, {})).toEqual(inspection));

  test('a wider one leaves the frames beyond it, less grave, with the fix', () => {
    expect(kinds(0.0035)[0]).toMatchObject({
      frames: [[2, 4]],
      severity: 'warning',
      limit: 0.0035,
      fix: problem.fix,
    });
  });

  test('one that nothing exceeds leaves the other kinds of problems alone', () =>
    expect(kinds(0.02).map(({ kind }) => kind)).toEqual(['force']));

  test('a tighter one adds a problem for the frames that only it minds', () => {
    const [, , added] = kinds(0.0005);
    expect(added).toMatchObject({
      key: 'limit penetration',
      frames: [
        [1, 1],
        [5, 5],
      ],
      fix: null,
    });
  });

  test('the graph shows it', () =>
    expect(judged(inspection, { penetration: 0.5 }).graphs[0].limit).toBe(0.5));
});
