import { describe, expect, it } from 'vitest';
import { actions } from '../../src/palette/actions';
import { table } from '../../src/keymap/table';

describe('actions', () => {
  it('exist for every command but those that a hand gives while it drags', () => {
    const idle = table.filter(({ id }) => !(id in actions)).map(({ id }) => id);
    expect(idle.every((id) => id.startsWith('drag.'))).toBe(true);
  });

  it('are all in the table, so that people can find them', () => {
    const known = new Set(table.map(({ id }) => id));
    expect(Object.keys(actions).filter((id) => !known.has(id))).toEqual([]);
  });
});
