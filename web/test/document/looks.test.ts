import { expect, test } from 'vitest';
import { Looks } from '../../src/document/looks';
import type { Request } from '../../src/protocol/replies';

test('a page that nobody sees asks for nothing, and for what it wants by then when it is seen', () => {
  const told: Request[] = [];
  const looks = new Looks({ tell: (message) => told.push(message), ask: () => Promise.reject() });
  looks.look(0, { frame: 3, what: 'result' });
  looks.look(1, { frame: 4, what: 'result' });
  looks.setSeen(false);
  looks.look(0, { frame: 5, what: 'input' });
  looks.lookAway(1);
  looks.again();
  expect(told.slice(2)).toEqual([
    { type: 'look_away', stream: 0 },
    { type: 'look_away', stream: 1 },
  ]);
  told.length = 0;
  looks.setSeen(true);
  expect(told).toEqual([{ type: 'look', stream: 0, frame: 5, what: 'input' }]);
});
