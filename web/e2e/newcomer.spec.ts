import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bodyIsThere,
  clickableVertex,
  factsOf,
  lookAtEachFrame,
  screenOf,
  trailOf,
  until,
  type Facts,
} from './browser';
import { startProgram } from './program';
import { Session } from './session';

// A newcomer's path through the real program, with a real mouse and keyboard. Each test goes on where
// the one before it stopped.

let session: Session;
let page: Page;
let picked: { vertex: number; x: number; y: number };
let moved: Facts;

const at = (trail: number[], frame: number) => trail.slice(3 * frame, 3 * frame + 3);
const apart = (a: number[], b: number[]) => Math.hypot(...a.map((x, k) => x - b[k]));
const ready = () => until(page, 'a shot is open', ({ connected }) => connected);

async function openPage(): Promise<void> {
  await page.goto(session.program.address);
  await ready();
  await bodyIsThere(page);
}

beforeAll(async () => {
  session = await Session.start(['demo', 'beam']);
  ({ page } = session);
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('the page opens on the scene, playing, and without an error', async () => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openPage();
  const facts = await until(page, 'it plays', ({ playing, playFrame }) => playing && playFrame > 0);
  expect(facts.problems).toEqual([]);
  expect(errors).toEqual([]);
  await page.keyboard.press('Space');
  await until(page, 'it pauses', ({ playing }) => !playing);
});

test('a press on a bare vertex that is dragged and cancelled leaves neither handle nor step', async () => {
  const before = (await factsOf(page))!;
  const { x, y } = await clickableVertex(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 40, { steps: 4 });
  await until(page, 'a handle on the move', ({ wishes }) => wishes.length === 1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const after = await until(page, 'no handle', ({ wishes }) => wishes.length === 0);
  expect(after.history).toEqual(before.history);
  expect(after.position).toBe(before.position);
  expect(after.selected).toEqual([]);
});

test('a click on a vertex adds a handle there, in a layer of its own', async () => {
  picked = await clickableVertex(page);
  await page.mouse.move(picked.x, picked.y);
  await page.mouse.click(picked.x, picked.y);
  const facts = await until(page, 'a handle', ({ wishes }) => wishes.length === 1);
  expect(facts.wishes[0]).toMatchObject({ vertex: picked.vertex, frame: facts.editFrame });
  expect(facts.selected).toEqual([facts.wishes[0].id]);
  expect(facts.position).toBe(1);
});

test('a drag that is cancelled by Escape leaves no trace', async () => {
  const before = await factsOf(page);
  const { x, y } = await screenOf(page, picked.vertex);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 40, { steps: 4 });
  const { target } = before!.wishes[0];
  await until(page, 'it moves', ({ wishes }) => apart(wishes[0].target, target) > 0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const isBack = ({ wishes }: Facts) => apart(wishes[0].target, target) === 0;
  const after = await until(page, 'as before', isBack);
  expect(after.history).toEqual(before!.history);
});

test('a drag moves the handle to the cursor, as one step of the history', async () => {
  const before = await factsOf(page);
  const { x, y } = await screenOf(page, picked.vertex);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y - 50, { steps: 6 });
  await page.mouse.up();
  moved = await until(page, 'one step more', ({ position }) => position === before!.position + 1);
  const target = moved.wishes[0].target as [number, number, number];
  const seen = await page.evaluate((place) => {
    const { edit } = window.retakeTest!.stage;
    const box = edit.parts.host.getBoundingClientRect();
    const p = edit.projector.project(place);
    return { x: p.x + box.left, y: p.y + box.top };
  }, target);
  expect(Math.hypot(seen.x - (x - 10), seen.y - (y - 50))).toBeLessThan(2);
});

test('the whole motion answers, and the ends of the shot stay', async () => {
  await until(
    page,
    'the modes are there and the handle is met',
    ({ jobs, met }) => jobs === 0 && met,
  );
  const [result, input] = [
    await trailOf(page, picked.vertex, 'result'),
    await trailOf(page, picked.vertex, 'input'),
  ];
  const { editFrame, frames } = moved;
  const change = (frame: number) => apart(at(result, frame), at(input, frame));
  const most = change(editFrame);
  expect(most).toBeGreaterThan(0);
  expect(change(editFrame - 2)).toBeGreaterThan(0.1 * most);
  expect(change(editFrame + 2)).toBeGreaterThan(0.1 * most);
  for (const frame of [0, 1, frames - 2, frames - 1]) expect(change(frame)).toBe(0);
});

test('every frame can be looked at and shows the document as it is', async () => {
  const seen = await lookAtEachFrame(page);
  const { frames, state } = (await factsOf(page))!;
  expect(seen.map(({ frame }) => frame)).toEqual(Array.from({ length: frames }, (_, k) => k));
  expect(new Set(seen.map(({ revision }) => revision))).toEqual(new Set([state]));
});

test('the result plays to and fro, each frame in its turn', async () => {
  const played = await page.evaluate(async () => {
    const { editor } = window.retakeTest!.stage;
    const [first, last] = editor.view.range;
    editor.setView({ range: [4, 7], playFrame: 4, playMode: 'ping_pong', everyFrame: true });
    editor.setView('playing', true);
    const seen = [4];
    while (seen.length < 10) {
      await new Promise(requestAnimationFrame);
      if (editor.view.playFrame !== seen.at(-1)) seen.push(editor.view.playFrame);
    }
    editor.setView({ playing: false, range: [first, last], playMode: 'loop', everyFrame: false });
    return seen;
  });
  expect(played).toEqual([4, 5, 6, 7, 6, 5, 4, 5, 6, 7]);
});

test('undo takes the drag back and redo does it again, to the number', async () => {
  const { position } = (await factsOf(page))!;
  const before = await trailOf(page, picked.vertex, 'result');
  await page.keyboard.press('Control+z');
  const undone = await until(page, 'undone', (facts) => facts.position === position - 1);
  expect(undone.wishes[0].target).not.toEqual(moved.wishes[0].target);
  await page.keyboard.press('Control+Shift+z');
  const redone = await until(page, 'redone', (facts) => facts.position === position);
  expect(redone.wishes).toEqual(moved.wishes);
  expect(await trailOf(page, picked.vertex, 'result')).toEqual(before);
});

test('a setting answers while it is dragged, as one step; Escape leaves none', async () => {
  const before = (await factsOf(page))!;
  const field = page.getByRole('button', { name: /^Damping ratio/ });
  await field.scrollIntoViewIfNeeded();
  const box = (await field.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.move(x + 40, y, { steps: 4 });
    await until(page, 'the motion answers', ({ state }) => state !== before.state);
  };
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const back = await until(page, 'as before', ({ position }) => position === before.position);
  expect(back.history).toEqual(before.history);
  await drag();
  await page.mouse.up();
  await until(page, 'one step', ({ position }) => position === before.position + 1);
  await page.keyboard.press('Control+z');
  await until(page, 'undone', ({ position }) => position === before.position);
});

test('inspecting looks at all frames, and a limit of one’s own judges them', async () => {
  await page.keyboard.press('Shift+Digit3');
  const limit = page.getByRole('button', { name: /^Limit: Largest strain/ });
  await limit.click({ timeout: 60_000 });
  const typed = page.getByRole('textbox', { name: 'Limit: Largest strain' });
  await typed.fill('1 %');
  await typed.press('Enter');
  await page.locator('.problem', { hasText: 'strain over 1 %' }).waitFor();
  await page.keyboard.press('Shift+Digit1');
});

test('a scene is saved under a name', async () => {
  await page.keyboard.press('Control+s');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('newcomer.json');
  await name.press('Enter');
  const facts = await until(page, 'saved', ({ file, changed }) => file !== '' && !changed);
  expect(facts.file).toBe(join(session.folder, 'newcomer.json'));
  expect(statSync(facts.file).size).toBeGreaterThan(0);
});

test('a reloaded page shows the same document', async () => {
  const before = await factsOf(page);
  await page.reload();
  await ready();
  await bodyIsThere(page);
  const after = await factsOf(page);
  expect(after).toMatchObject({ state: before!.state, wishes: before!.wishes, file: before!.file });
});

test('typed numbers move a handle exactly, along the locked axis', async () => {
  const before = (await factsOf(page))!;
  await page.evaluate((id) => {
    const { editor } = window.retakeTest!.stage;
    editor.setView('selection', {
      layer: editor.shot.document!.layers[0].id,
      wishes: [id],
      vertex: null,
    });
  }, before.wishes[0].id);
  await page.evaluate(
    (frame) => window.retakeTest!.stage.editor.setView('editFrame', frame),
    before.wishes[0].frame,
  );
  await page.waitForFunction(
    (frame) => window.retakeTest!.stage.editor.vertices.frame(0)?.frame === frame,
    before.wishes[0].frame,
  );
  await page.mouse.move(picked.x + 60, picked.y + 60);
  await page.keyboard.press('g');
  for (const key of ['y', '0', '.', '0', '5']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const after = await until(page, 'moved', ({ position }) => position === before.position + 1);
  const [x, y, z] = before.wishes[0].target;
  after.wishes[0].target.forEach((value, k) => expect(value).toBeCloseTo([x, y + 0.05, z][k], 9));
});

test('what was not saved survives kill -9', async () => {
  const before = (await factsOf(page))!;
  await session.program.kill('SIGKILL');
  await page.waitForFunction(() => window.retakeTest!.stage.editor.shot.connection !== 'open');
  session.program = await startProgram(['demo', 'beam'], session.folder);
  await openPage();
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Scenes and recent files' }).click();
  await page.getByRole('button', { name: 'Recover' }).first().click();
  const after = await until(page, 'recovered', ({ file }) => file === before.file);
  expect(after.recoveredEdits).toBeGreaterThan(0);
  expect(after.wishes).toEqual(before.wishes);
});

test('the exported motion, opened as a source, is what was exported', async () => {
  await bodyIsThere(page);
  const result = await trailOf(page, picked.vertex, 'result');
  await page.getByRole('button', { name: 'Export' }).first().click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await name.inputValue()).toBe('newcomer'); // as it was saved
  const mesh = page.getByRole('radiogroup', { name: 'Mesh' });
  expect(await mesh.locator('[aria-checked=true]').textContent()).toBe('Render'); // as it is seen
  await mesh.getByRole('radio', { name: 'Simulation' }).click();
  await name.fill('taken');
  await name.press('Enter');
  const exported = join(session.folder, 'taken.pc2');
  await expect
    .poll(() => statSync(exported, { throwIfNoEntry: false })?.size ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await page.getByText(/^Exported taken\.pc2: \d+ frames of [\d,]+ points$/).waitFor();
  await page.getByText(exported, { exact: true }).waitFor();
  const shot = {
    retake: 1,
    name: 'again',
    scene: 'beam',
    source: { kind: 'cache', file: 'taken.pc2' },
  };
  const again = join(session.folder, 'again.json');
  writeFileSync(again, JSON.stringify(shot));
  await page.evaluate(
    (file) => window.retakeTest!.stage.editor.link.ask({ type: 'open', file }),
    again,
  );
  await until(page, 'the other shot is open', ({ file }) => file === again);
  const input = await trailOf(page, picked.vertex, 'input');
  expect(input.length).toBe(result.length);
  input.forEach((value, k) => expect(value).toBeCloseTo(result[k], 5));
});
