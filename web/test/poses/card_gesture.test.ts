import { expect, test } from 'vitest';
import { cardAt, cardGesture, holdGesture, type MovingCard } from '../../src/poses/card_gesture';
import { holdEndAt, layOutCards } from '../../src/poses/cards';
import type { ChangedPose } from '../../src/shot/edits';
import { answerAll, editsOf, posed, typesOf } from './posed_tab';

const axis = { first: 0, last: 60, width: 628 }; // 10 px a frame
const at = (frame: number) => 14 + 10 * frame;
const plain = { y: 40, shift: false, ctrl: false };

function aHand() {
  const tab = posed();
  const shown: (MovingCard | null)[] = [];
  const preview = (card: MovingCard | null) => shown.push(card);
  const hand = { editor: tab.editor, keys: tab.source.keys, frameCount: 61, axis, preview };
  return { ...tab, hand, shown };
}

const framesOf = (tab: ReturnType<typeof aHand>) =>
  editsOf<{ pose: ChangedPose }>(tab).map(({ pose }) => pose.frame);

test('a card dragged to another frame takes its pose there, as one step', async () => {
  const tab = aHand();
  const gesture = cardGesture(tab.hand, tab.source.keys[1], { x: at(24), ...plain });
  gesture.move({ x: at(30), ...plain });
  await answerAll(tab);
  gesture.end();
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'end_drag']);
  expect(framesOf(tab)).toEqual([30]);
  expect(tab.editor.view.editFrame).toBe(30);
  expect(tab.shown.at(-1)).toBeNull();
});

test('a card never lands on the frame of another', async () => {
  const tab = aHand();
  const gesture = cardGesture(tab.hand, tab.source.keys[1], { x: at(24), ...plain });
  gesture.move({ x: at(48), ...plain });
  expect(tab.shown.at(-1)).toMatchObject({ frame: 47 });
  gesture.move({ x: at(90), ...plain });
  expect(tab.shown.at(-1)).toMatchObject({ frame: 60 });
  gesture.cancel();
  await answerAll(tab);
});

test('with Alt a copy is made where the hand lets go, and the card stays', async () => {
  const tab = aHand();
  const start = { x: at(24), ...plain, alt: true };
  const gesture = cardGesture(tab.hand, tab.source.keys[1], start);
  gesture.move({ x: at(36), ...plain, alt: true });
  gesture.end();
  await answerAll(tab);
  expect(editsOf(tab)).toEqual([]);
  expect(tab.heard[0]).toMatchObject({
    ...{ type: 'store_pose', frame: 36, name: 'Reach 2', from: { pose: 2 } },
  });
});

test('a click chooses the pose, goes to its frame and changes nothing', async () => {
  const tab = aHand();
  tab.editor.setView({ editFrame: 5, playing: true });
  cardGesture(tab.hand, tab.source.keys[1], { x: at(24), ...plain }).end();
  await answerAll(tab);
  expect(tab.heard).toEqual([]);
  expect(tab.editor.view).toMatchObject({ editFrame: 24, playing: false, poses: { chosen: 2 } });
});

test('Escape puts the card and the frame under edit back', async () => {
  const tab = aHand();
  tab.editor.setView({ editFrame: 5 });
  const gesture = cardGesture(tab.hand, tab.source.keys[1], { x: at(24), ...plain });
  gesture.move({ x: at(30), ...plain });
  await answerAll(tab);
  gesture.cancel();
  await answerAll(tab);
  expect(typesOf(tab).at(-1)).toBe('cancel_drag');
  expect(tab.editor.view).toMatchObject({ editFrame: 5, poses: { chosen: null } });
});

test('of cards that lie over each other the chosen one is taken, else the later', () => {
  const { source } = aHand();
  const cards = layOutCards(source.keys, { ...axis, last: 600 });
  expect(cardAt(cards, 104, cards[1].x, 1)?.key.id).toBe(1);
  expect(cardAt(cards, 104, cards[1].x, null)?.key.id).toBe(3);
  expect(cardAt(cards, 104, 600, null)).toBeUndefined();
});

test('the end of a hold goes with the hand up to the next pose, as one step, and Esc puts it back', async () => {
  const tab = aHand();
  const pose = { ...tab.source.keys[1], hold: 6 };
  const cards = layOutCards([tab.source.keys[0], pose, tab.source.keys[2]], axis);
  expect(holdEndAt(cards, axis, at(30) + 3)?.key.id).toBe(2);
  expect(holdEndAt(cards, axis, at(48))).toBeUndefined();
  const holds = () => editsOf<{ pose: ChangedPose }>(tab).map(({ pose: { hold } }) => hold);
  const start = { x: at(30), ...plain };
  const gesture = holdGesture(tab.hand, pose, start);
  gesture.move({ ...start, x: at(34) });
  await answerAll(tab);
  gesture.move({ ...start, x: at(90) });
  await answerAll(tab);
  gesture.end();
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'edit', 'end_drag']);
  expect(holds()).toEqual([10, 23]);
  const other = holdGesture(tab.hand, pose, start);
  other.move({ ...start, x: at(10) });
  await answerAll(tab);
  other.cancel();
  await answerAll(tab);
  expect(holds().at(-1)).toBe(0);
  expect(typesOf(tab).at(-1)).toBe('cancel_drag');
});
