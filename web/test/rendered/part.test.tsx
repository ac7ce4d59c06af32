import { renderToString } from 'solid-js/web';
import { expect, test } from 'vitest';
import { Part } from '../../src/widgets/Part';

function Broken(): never {
  throw new TypeError('layer.wishes is not iterable');
}

test('a part that fails says so in its place, and the one beside it stays', () => {
  const page = renderToString(() => (
    <>
      <Part name="inspector">
        <Broken />
      </Part>
      <Part name="timeline">
        <p>all frames</p>
      </Part>
    </>
  ));
  expect(page).toContain('inspector');
  expect(page).toContain('cannot be shown');
  expect(page).toContain('layer.wishes is not iterable');
  expect(page).toContain('all frames');
});
