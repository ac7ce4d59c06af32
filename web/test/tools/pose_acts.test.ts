import { expect, test } from 'vitest';
import { browserClock } from '../browser_clock';
import { aPose, poses } from '../poses/sample_poses';
import { aDocument } from '../samples';
import { aHand, away, none, saidOf } from './hand';

browserClock();

// A hand in the left view of the poses workspace; pose 2 at frame 24 is chosen.
function posingHand() {
  const made = aHand();
  const { editor, say, heard } = made;
  const source = poses(aPose(1, 0, 'Stand'), {
    ...aPose(2, 24, 'Reach'),
    handles: [{ vertex: 3, target: [-1, 1, 0] }],
  });
  say({ ...aDocument([]), frames: 61, poses: source });
  editor.setView({ workspace: 'poses', editFrame: 10, playing: true });
  editor.setView('poses', 'chosen', 2);
  heard.length = 0;
  return made;
}

test('a point that is dragged bends the chosen pose, at the frame of the pose', async () => {
  const { hand, at, heard, program, editor } = posingHand();
  hand.down(at(2), none);
  hand.move(away(at(2), 20, 0), none);
  hand.up(away(at(2), 20, 0), none);
  await program.answer();
  expect(saidOf(heard)).toEqual(['begin_drag', 'bend_pose', 'end_drag']);
  expect(heard.find(({ type }) => type === 'bend_pose')).toMatchObject({ pose: 2, vertex: 2 });
  expect(editor.view).toMatchObject({ editFrame: 24, playing: false, poses: { handle: 2 } });
});

test('a handle of the pose is dragged again', async () => {
  const { hand, at, heard, program } = posingHand();
  expect(hand.hitAt(at(3))).toMatchObject({ kind: 'mark', mark: { pose: 2, vertex: 3 } });
  hand.down(at(3), none);
  hand.move(away(at(3), 0, -30), none);
  hand.up(away(at(3), 0, -30), none);
  await program.answer();
  const [bend] = heard.filter(({ type }) => type === 'bend_pose');
  expect((bend.target as number[])[1]).toBeGreaterThan(1);
});

test('a click keeps a point where it is, as one step', async () => {
  const { hand, at, heard, program } = posingHand();
  hand.down(at(1), none);
  hand.up(at(1), none);
  await program.answer();
  expect(saidOf(heard)).toEqual(['begin_drag', 'bend_pose', 'end_drag']);
  expect(heard.find(({ type }) => type === 'bend_pose')).toMatchObject({ target: [1, -1, 0] });
});

test('Escape while bending takes it back', async () => {
  const { hand, at, heard, program, editor } = posingHand();
  hand.down(at(2), none);
  hand.move(away(at(2), 20, 0), none);
  await program.answer();
  hand.key({ key: 'Escape', shift: false, ctrl: false });
  await program.answer();
  expect(saidOf(heard).at(-1)).toBe('cancel_drag');
  expect(editor.view.editFrame).toBe(10);
});

test('pins are not bent: a note says so', async () => {
  const { hand, at, heard, program, editor } = posingHand();
  hand.down(at(0), none);
  hand.move(away(at(0), 20, 0), none);
  hand.up(away(at(0), 20, 0), none);
  await program.answer();
  expect(saidOf(heard)).toEqual([]);
  expect(editor.shot.problems.at(-1)?.what).toBe('Vertex 0 is pinned');
});

test('the select tool picks points, with Shift more of them, and bends nothing', async () => {
  const { hand, at, heard, program, editor } = posingHand();
  editor.setView('tool', 'select');
  const click = (vertex: number, shift: boolean) => {
    hand.down(at(vertex), { shift, ctrl: false });
    hand.up(at(vertex), { shift, ctrl: false });
  };
  click(1, false);
  await program.answer();
  click(2, true);
  await program.answer();
  expect(editor.view.poses.vertices).toEqual([1, 2]);
  expect(saidOf(heard)).toEqual([]);
});

test('a box picks the points inside of it', () => {
  const { hand, at, editor } = posingHand();
  hand.arm('box');
  hand.down(away(at(3), -10, -10), none);
  hand.move(away(at(2), 10, 10), none);
  hand.up(away(at(2), 10, 10), none);
  expect(editor.view.poses.vertices).toEqual([2, 3]);
});
