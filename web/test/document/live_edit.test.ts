import { expect, test } from 'vitest';
import { createLiveEdit } from '../../src/document/live_edit';
import type { Edit } from '../../src/shot/edits';
import { opened } from './tab';

const mute = (muted: boolean): Edit => ({ edit: 'set_muted', layer: 1, muted });
const name = (text: string): Edit => ({ edit: 'rename_layer', layer: 1, name: text });
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

// Answers everything that was asked, until nothing more is.
async function answerAll({ heard, say }: ReturnType<typeof opened>): Promise<void> {
  for (let answered = 0; ; answered = heard.length) {
    await rest();
    if (heard.length === answered) return;
    for (const { id } of heard.slice(answered))
      if (typeof id === 'number') say({ type: 'done', reply: id, drag: 1 });
  }
}

const typesOf = (tab: ReturnType<typeof opened>) => tab.heard.map(({ type }) => type);
const editsOf = (tab: ReturnType<typeof opened>) =>
  tab.heard.flatMap(({ type, edit }) => (type === 'edit' ? [edit] : []));

test('a value that a hand drags is one step: begun, changed, ended', async () => {
  const tab = opened();
  const live = createLiveEdit(tab.editor);
  live.move(name('a'));
  await answerAll(tab);
  live.move(name('b'));
  await answerAll(tab);
  void live.end(name('b'));
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'edit', 'end_drag']);
});

test('while the program works on one value, only the newest waits', async () => {
  const tab = opened();
  const live = createLiveEdit(tab.editor);
  for (const letter of 'abcdef') live.move(name(letter));
  void live.end(name('g'));
  await answerAll(tab);
  expect(editsOf(tab).length).toBeLessThanOrEqual(2);
  expect(editsOf(tab).at(-1)).toEqual(name('g'));
});

test('a cancelled drag is taken back by the program, and nothing is sent after it', async () => {
  const tab = opened();
  const live = createLiveEdit(tab.editor);
  live.move(mute(true));
  await answerAll(tab);
  void live.cancel();
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['begin_drag', 'edit', 'cancel_drag']);
});

test('a typed value is one plain edit', async () => {
  const tab = opened();
  void createLiveEdit(tab.editor).end(mute(true));
  await answerAll(tab);
  expect(typesOf(tab)).toEqual(['edit']);
});

test('an edit that can be part of a drag carries its number, and none when it is typed', async () => {
  const tab = opened();
  const live = createLiveEdit(tab.editor);
  const modes = (count: number): Edit => ({ edit: 'change_pose_settings', modes: count, drag: 0 });
  live.move(modes(3));
  await answerAll(tab);
  void live.end(modes(4));
  await answerAll(tab);
  void live.end(modes(5));
  await answerAll(tab);
  expect(editsOf(tab)).toEqual([
    { ...modes(3), drag: 1 },
    { ...modes(4), drag: 1 },
    { ...modes(5), drag: 0 },
  ]);
});
