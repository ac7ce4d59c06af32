import { createRoot } from 'solid-js';
import { describe, expect, test } from 'vitest';
import { meanOf, regionAround } from '../../src/shot/region';
import type { Vec3, Wish } from '../../src/shot/shot';
import { letGoWithTheProgram } from '../../src/tools/pointer';
import { aWish } from '../samples';
import { browserClock } from '../browser_clock';
import { aHand, away, movesOf, none, saidOf, send } from './hand';

describe('a press on the body that turns into a drag', () => {
  const clock = browserClock();

  function pressed() {
    const all = aHand();
    const from = all.at(2);
    all.hand.down(from, none);
    all.hand.move(away(from, -20, 10), none);
    return { ...all, from };
  }

  test('makes its handle inside of the drag, so that all is one step', async () => {
    const { hand, heard, from, program, editor } = pressed();
    await program.answer();
    hand.move(away(from, -40, 20), none);
    clock.tick(16);
    await program.answer();
    hand.up(away(from, -40, 20), none);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'add_wish', 'move_wish', 'move_wish', 'end_drag']);
    expect(editor.view.selection).toMatchObject({ layer: 1, wishes: [6], vertex: 2 });
  });

  test('is taken back whole by Escape, even before the program has answered', async () => {
    const { hand, heard, program, editor } = pressed();
    const before = { ...editor.view.selection, wishes: [] };
    hand.key({ key: 'Escape', shift: false, ctrl: false });
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'cancel_drag']);
    expect(editor.view.selection).toEqual(before);
  });

  test('is taken back whole by Escape after the handle was made', async () => {
    const { hand, heard, program, editor } = pressed();
    await program.answer();
    expect(editor.view.selection.wishes).toEqual([6]);
    hand.key({ key: 'Escape', shift: false, ctrl: false });
    await program.answer();
    expect(saidOf(heard).at(-1)).toBe('cancel_drag');
    expect(editor.view.selection.wishes).toEqual([]);
    expect(hand.busy).toBe(false);
  });

  test('arrives where it was let go, however quick it was', async () => {
    const { hand, heard, on, program } = aHand();
    hand.down(on([1, 1, 0]), none);
    hand.up(on([0.5, 1.25, 0]), none);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'add_wish', 'move_wish', 'end_drag']);
    const [x, y, z] = movesOf(heard).at(-1)!.target;
    expect([x, y, z]).toEqual([
      expect.closeTo(0.5, 9),
      expect.closeTo(1.25, 9),
      expect.closeTo(0, 9),
    ]);
  });

  test('on a pin starts nothing and says why', () => {
    const { hand, heard, at, editor } = aHand();
    hand.down(at(0), none);
    hand.move(away(at(0), 20, 0), none);
    expect(saidOf(heard)).toEqual([]);
    expect(hand.busy).toBe(false);
    expect(editor.shot.problems.at(-1)?.what).toContain('pinned');
  });
});

describe('a handle in the hand', () => {
  browserClock();

  function grabbed() {
    const all = aHand([{ ...aWish(5, 24), vertex: 2, target: [1, 1, 0] }]);
    all.editor.setView('selection', { layer: 1, wishes: [5], vertex: 2 });
    return all;
  }

  test('that is put back where it was leaves no step', async () => {
    const { hand, heard, at, program } = grabbed();
    hand.down(at(2), none);
    hand.move(away(at(2), 30, 0), none);
    hand.move(at(2), none);
    hand.up(at(2), none);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'cancel_drag']);
  });

  test('that follows the cursor is not moved by Enter alone', async () => {
    const { hand, heard, at, program } = grabbed();
    hand.hover(at(2));
    hand.grab();
    hand.key({ key: 'Enter', shift: false, ctrl: false });
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'cancel_drag']);
  });

  test('that says a way from another point is moved by as much as the hand', async () => {
    const wish = { ...aWish(5, 24), kind: 'relative' as const, vertex: 2, other: { vertex: 1 } };
    const { hand, heard, on, program, editor } = aHand([{ ...wish, target: [0, 2, 0] }]);
    editor.setView('selection', { layer: 1, wishes: [5], vertex: 2 });
    hand.down(on([1, 1, 0]), none);
    hand.up(on([0.5, 1, 0]), none);
    await program.answer();
    const [x, y] = movesOf(heard).at(-1)!.target;
    expect([x, y]).toEqual([expect.closeTo(-0.5, 9), expect.closeTo(2, 9)]);
  });

  test('that says a velocity does not follow a hand', () => {
    const wish = { ...aWish(5, 24), kind: 'velocity' as const, vertex: 2 };
    const { hand, heard, at } = aHand([wish]);
    hand.down(at(2), none);
    hand.move(away(at(2), 30, 0), none);
    expect(hand.busy).toBe(false);
    expect(saidOf(heard)).toEqual([]);
  });

  test('follows the cursor beyond the view and is put down by a press there', async () => {
    const { hand, heard, at, program } = grabbed();
    hand.hover(at(2));
    hand.grab();
    const there = away(at(2), 90, 0);
    send(window, 'pointermove', { button: -1, buttons: 0, ...there });
    send(window, 'pointerdown', { button: 0, buttons: 1, ...there });
    expect(hand.busy).toBe(false);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'move_wish', 'end_drag']);
  });

  test('is let go when the connection is lost, without a word to the next program', async () => {
    const { hand, heard, at, post, program } = grabbed();
    const end = createRoot((dispose) => {
      letGoWithTheProgram(hand);
      return dispose;
    });
    hand.down(at(2), none);
    hand.move(away(at(2), 30, 0), none);
    await program.answer();
    post({ kind: 'state', state: 'lost', reason: '' });
    expect(hand.busy).toBe(false);
    post({ kind: 'state', state: 'open', reason: '' });
    hand.up(away(at(2), 30, 0), none);
    expect(saidOf(heard)).toEqual(['begin_drag']);
    end();
  });

  test('is let go when the program has no such drag', async () => {
    const { hand, heard, at, say } = grabbed();
    hand.down(at(2), none);
    hand.move(away(at(2), 30, 0), none);
    expect(hand.busy).toBe(true);
    const [{ id }] = heard;
    say({
      type: 'problem',
      severity: 'error',
      what: 'a drag is open already',
      reply: id as number,
    });
    await new Promise((done) => setTimeout(done, 0));
    expect(hand.busy).toBe(false);
  });
});

describe('the wheel while a hand drags', () => {
  browserClock();
  const shown = Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0);
  const rest = shown.map((x) => x / 2);

  async function dragged(wish: Partial<Wish>) {
    const all = aHand([{ ...aWish(5, 24), vertex: 2, target: [1, 1, 0], ...wish }]);
    all.post({ kind: 'mesh', mesh: { part: 2, numbers: rest } });
    const from = all.on((wish.target ?? [1, 1, 0]) as Vec3);
    all.hand.down(from, none);
    all.hand.move(away(from, 30, 0), none);
    await all.program.answer();
    return { ...all, from };
  }

  test('widens the region in it, in the same step, and leaves the hand where it is', async () => {
    const region = regionAround(rest, 2, 1.25);
    const target = meanOf(region, shown);
    const { hand, heard, from, program } = await dragged({ ...region, target });
    const moved = () => movesOf(heard).at(-1)!.target;
    expect(hand.wheel(-1, false)).toBe(true);
    await program.answer();
    hand.up(away(from, 30, 0), none);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag', 'change_wish', 'move_wish', 'end_drag']);
    const wider = meanOf(regionAround(rest, 2, 1.375), shown);
    const { wish } = heard.map(({ edit }) => edit as { wish: Wish }).find((edit) => edit?.wish)!;
    expect(wish.radius).toBeCloseTo(1.375, 6);
    wish.target!.forEach((x, k) => expect(x).toBeCloseTo(wider[k], 6));
    expect(moved()[1]).toBeCloseTo(wider[1], 6); // the hand went along x alone
  });

  test('changes nothing where a vertex alone is held', async () => {
    const { hand, heard, program } = await dragged({});
    expect(hand.wheel(-1, false)).toBe(true);
    await program.answer();
    expect(saidOf(heard)).toEqual(['begin_drag']);
  });
});

describe('the buttons of the mouse', () => {
  browserClock();

  function dragging() {
    const all = aHand();
    const from = all.at(2);
    send(all.host, 'pointerdown', { button: 0, buttons: 1, ...from });
    send(all.host, 'pointermove', { button: -1, buttons: 1, ...away(from, 20, 0) });
    expect(all.hand.busy).toBe(true);
    return { ...all, from };
  }

  test('the right one cancels a drag while the left one is held', async () => {
    const { host, hand, from, heard, program } = dragging();
    await program.answer();
    send(host, 'pointermove', { button: 2, buttons: 3, ...away(from, 20, 0) });
    send(host, 'pointerup', { button: 0, buttons: 0, ...away(from, 40, 0) });
    await program.answer();
    expect(hand.busy).toBe(false);
    expect(saidOf(heard)).toEqual(['begin_drag', 'add_wish', 'cancel_drag']);
  });

  test('the context menu of a right click cancels a drag', () => {
    const { host, hand, from } = dragging();
    send(host, 'contextmenu', { button: 2, buttons: 1, ...from });
    expect(hand.busy).toBe(false);
  });

  test('the left one ends a drag when it is let go, though another is still held', async () => {
    const { host, hand, from, heard, program } = dragging();
    send(host, 'pointermove', { button: 0, buttons: 4, ...away(from, 20, 0) });
    await program.answer();
    expect(hand.busy).toBe(false);
    expect(saidOf(heard).at(-1)).toBe('end_drag');
  });
});

describe('keys during a drag', () => {
  browserClock();

  function dragging() {
    const all = aHand();
    all.hand.down(all.at(2), none);
    all.hand.move(away(all.at(2), 20, 0), none);
    return all;
  }

  test('Ctrl Z takes the drag back and locks no axis', () => {
    const { hand } = dragging();
    const { drag } = hand;
    expect(hand.key({ key: 'z', shift: false, ctrl: true })).toBe(true);
    expect(hand.busy).toBe(false);
    expect(drag?.constraint).toBe('free');
  });

  test('a letter with Ctrl is left to others', () => {
    const { hand } = dragging();
    expect(hand.key({ key: 'x', shift: false, ctrl: true })).toBe(false);
    expect(hand.drag?.constraint).toBe('free');
  });
});
