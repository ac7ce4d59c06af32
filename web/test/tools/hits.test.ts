import { describe, expect, test } from 'vitest';
import { aWish } from '../samples';
import { browserClock } from '../browser_clock';
import { aHand, away, movesOf, none, saidOf } from './hand';

describe('in the inspect workspace', () => {
  browserClock();

  test('neither a click nor a drag changes anything; a click picks the vertex', () => {
    const { hand, heard, at, editor } = aHand();
    editor.setView('workspace', 'inspect');
    hand.down(at(2), none);
    hand.up(at(2), none);
    expect(editor.view.selection.vertex).toBe(2);
    hand.down(at(1), none);
    hand.move(away(at(1), 30, 0), none);
    hand.up(away(at(1), 30, 0), none);
    expect(saidOf(heard)).toEqual([]);
    expect(editor.view.selection.vertex).toBe(2);
  });
});

describe('a selection', () => {
  browserClock();
  const behind: [number, number, number] = [-1, -1, 10]; // mirrored it would lie on the handle

  function two() {
    const here = { ...aWish(5, 24), vertex: 2, target: [1, 1, 0] as [number, number, number] };
    return aHand([here, { ...aWish(7, 24), vertex: 1, target: behind }]);
  }

  test('by a box leaves out what is behind the viewer', () => {
    const { hand, editor } = two();
    hand.arm('box');
    hand.down({ x: 0, y: 0 }, none);
    hand.move({ x: 400, y: 400 }, none);
    hand.up({ x: 400, y: 400 }, none);
    expect(editor.view.selection.wishes).toEqual([5]);
  });

  test('gives a handle back to Shift and a second click', () => {
    const { hand, editor, at } = two();
    const click = (shift: boolean) => {
      hand.down(at(2), { shift, ctrl: false });
      hand.up(at(2), { shift, ctrl: false });
    };
    click(false);
    expect(editor.view.selection.wishes).toEqual([5]);
    click(true);
    expect(editor.view.selection.wishes).toEqual([]);
  });
});

describe('the trail of the picked vertex', () => {
  browserClock();

  // Vertex 2 goes to the left, a tenth of a metre a frame; it has a handle at frame 20.
  function trailed() {
    const wish = { ...aWish(5, 20), vertex: 2, target: [1.4, 1, 0] as [number, number, number] };
    const all = aHand([wish]);
    all.trail.vertex = 2;
    all.trail.output = Float32Array.from(
      { length: 3 * 61 },
      (_, i) => [1 - 0.1 * (Math.floor(i / 3) - 24), 1, 0][i % 3],
    );
    return all;
  }

  test('a handle on it is dragged itself, and the view goes to its frame', async () => {
    const { hand, heard, on, program, editor } = trailed();
    hand.down(on([1.4, 1, 0]), none);
    hand.up(on([1.4, 1.5, 0]), none);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'move_wish', 'end_drag']);
    const [{ wish, target }] = movesOf(heard);
    expect([wish, ...target]).toEqual([5, ...[1.4, 1.5, 0].map((x) => expect.closeTo(x, 6))]);
    expect(editor.view.editFrame).toBe(20);
  });

  test('its other dots give new handles at their frame, and Escape takes the view back', async () => {
    const { hand, heard, on, program, editor } = trailed();
    hand.down(on([0.4, 1, 0]), none);
    hand.move(on([0.4, 1.5, 0]), none);
    expect(editor.view.editFrame).toBe(30);
    await program.answer();
    hand.cancel();
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'add_wish', 'cancel_drag']);
    expect(editor.view).toMatchObject({ editFrame: 24, selection: { wishes: [] } });
  });

  test('a click on a handle of another frame goes there', () => {
    const { hand, on, editor } = trailed();
    hand.down(on([1.4, 1, 0]), none);
    hand.up(on([1.4, 1, 0]), none);
    expect(editor.view).toMatchObject({ editFrame: 20, selection: { wishes: [5] } });
  });
});
