import { expect, test } from 'vitest';
import { longHex } from '../../src/widgets/tokens';

test('a colour that a minifier shortened takes an opacity like any other', () => {
  expect(longHex(' #fff')).toBe('#ffffff');
  expect(longHex('#1a2')).toBe('#11aa22');
  expect(longHex('#f47ab6')).toBe('#f47ab6');
});
