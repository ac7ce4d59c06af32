import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyNow, clickableVertex, factsOf, screenOf, trailOf, until } from './browser';
import { drag, dragSteps } from './mouse';
import { changesOfThePage, setDrawing, sway, tellWork } from './page_work';
import { cardOf, undoTo } from './posing';
import { Session } from './session';

// The poses workspace, from a motion without poses on. Each test goes on where the one before it stopped.

let session: Session;
let page: Page;

beforeAll(async () => {
  session = await Session.onBeamForPoses();
  ({ page } = session);
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('a motion becomes poses and comes back by undo, to the bit', async () => {
  const { vertex } = await clickableVertex(page);
  const before = (await factsOf(page))!;
  const motion = await trailOf(page, vertex, 'result');
  await page.getByRole('button', { name: 'Make 4 poses' }).click();
  const made = await until(page, 'four poses', ({ poses }) => poses?.keys.length === 4);
  await page.locator('.pose-card').nth(3).waitFor();
  const posed = await trailOf(page, vertex, 'result');
  const size = Math.max(...motion.map(Math.abs));
  for (const { frame } of made.poses!.keys)
    for (let k = 0; k < 3; k++)
      expect(posed[3 * frame + k]).toBeCloseTo(motion[3 * frame + k], -Math.log10(1e-5 * size));
  await undoTo(page, before.position);
  expect(await trailOf(page, vertex, 'result')).toEqual(motion);
  await page.keyboard.press('Control+Shift+z');
  await until(page, 'poses again', ({ poses }) => poses?.keys.length === 4);
});

test('a preset changes the motion between the poses, and is shown as chosen', async () => {
  await page.evaluate(() => window.retakeTest!.stage.editor.setView('editFrame', 11));
  await page.getByRole('radio', { name: 'Direct' }).click();
  await until(page, 'direct', ({ poses }) => poses?.preset === 'direct');
  const direct = await bodyNow(page);
  await page.getByRole('radio', { name: 'Jelly' }).click();
  await until(page, 'jelly', ({ poses }) => poses?.preset === 'jelly');
  expect(await bodyNow(page)).not.toEqual(direct);
  expect(await page.getByRole('radio', { name: 'Jelly' }).getAttribute('aria-checked')).toBe(
    'true',
  );
});

test('a curve dragged changes the frame, and undo brings it back to the bit', async () => {
  const before = (await factsOf(page))!;
  const body = await bodyNow(page);
  const plot = (await page.locator('.curve-plot canvas').first().boundingBox())!;
  const middle = { x: plot.x + 0.5 * plot.width, y: plot.y + 0.6 * plot.height };
  await page.keyboard.down('Control');
  const up = { x: middle.x, y: middle.y - 0.3 * plot.height };
  await tellWork('a curve drag', page, dragSteps, () => drag(page, middle, up));
  await page.keyboard.up('Control');
  const bent = await until(page, 'a step', ({ position }) => position === before.position + 1);
  expect(bent.poses!.frequency).toHaveLength(before.poses!.frequency.length + 1);
  expect(bent.poses!.preset).toBeNull();
  expect(await bodyNow(page)).not.toEqual(body);
  await undoTo(page, before.position);
  expect((await factsOf(page))!.poses!.frequency).toEqual(before.poses!.frequency);
  expect(await bodyNow(page)).toEqual(body);
});

test('a card dragged takes its pose to another frame, and Esc puts it back', async () => {
  const before = (await factsOf(page))!;
  const { id, frame } = before.poses!.keys[1];
  const from = await cardOf(page, id);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await setDrawing(page, false);
  await sway(page, from, { x: 60, y: 0 }, 8);
  const changes = await changesOfThePage(page, () => sway(page, from, { x: 60, y: 0 }, 40));
  expect(changes).toEqual([]); // but what has a box of its own
  await setDrawing(page, true);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await until(page, 'as before', ({ poses }) => poses?.keys[1].frame === frame);
  expect((await factsOf(page))!.position).toBe(before.position);

  const aside = { x: from.x + 60, y: from.y };
  await tellWork('a card drag', page, dragSteps, () => drag(page, from, aside));
  const moved = await until(page, 'a step', ({ position }) => position === before.position + 1);
  const now = moved.poses!.keys.find((key) => key.id === id)!;
  expect(now.frame).toBeGreaterThan(frame);
  expect(moved.editFrame).toBe(now.frame);
  await undoTo(page, before.position);
  expect((await factsOf(page))!.poses!.keys[1].frame).toBe(frame);
});

test('a point of the body that is dragged bends the chosen pose, and undo gives its shape back', async () => {
  const before = (await factsOf(page))!;
  const { id, frame } = before.poses!.keys[1];
  const card = await cardOf(page, id);
  await page.mouse.click(card.x, card.y);
  await until(
    page,
    'chosen',
    ({ poses, editFrame }) => poses?.chosen === id && editFrame === frame,
  );
  const body = await bodyNow(page);
  const { vertex, x, y } = await clickableVertex(page);
  const at = await screenOf(page, vertex);
  await drag(page, { x, y }, { x: x + 30, y: y - 30 });
  const bent = await until(page, 'a step', ({ position }) => position === before.position + 1);
  expect(bent.poses!.keys[1].handles).toEqual([vertex]);
  expect(bent.history.at(-1)).toMatch(/bend/i);
  expect(await bodyNow(page)).not.toEqual(body);
  const there = await screenOf(page, vertex);
  expect(Math.hypot(there.x - at.x - 30, there.y - at.y + 30)).toBeLessThan(4);
  await undoTo(page, before.position);
  expect(await bodyNow(page)).toEqual(body);
});

test('a frame between two poses becomes their blend, and the status bar counts it', async () => {
  const before = (await factsOf(page))!;
  const [first, second] = before.poses!.keys;
  const frame = first.frame + 4;
  await page.evaluate((at) => window.retakeTest!.stage.editor.setView('editFrame', at), frame);
  await page.keyboard.press('Shift+B');
  const { poses } = await until(page, 'five', (facts) => facts.poses?.keys.length === 5);
  expect(poses!.keys[1]).toMatchObject({ frame, name: `${first.name} to ${second.name}` });
  expect(await page.locator('.status').textContent()).toContain('5 poses');
  await undoTo(page, before.position);
});

test('a pose mirrored twice is the pose again', async () => {
  const before = (await factsOf(page))!;
  const card = await cardOf(page, before.poses!.keys[2].id);
  await page.mouse.click(card.x, card.y);
  const { id, frame } = before.poses!.keys[2];
  await until(
    page,
    'chosen',
    ({ poses, editFrame }) => poses?.chosen === id && editFrame === frame,
  );
  const body = await bodyNow(page);
  for (const step of [1, 2]) {
    await page.keyboard.press('Shift+M');
    await until(page, 'a step', ({ position }) => position === before.position + step);
  }
  const again = await bodyNow(page);
  const size = Math.max(...body.map(Math.abs));
  again.forEach((value, k) => expect(Math.abs(value - body[k])).toBeLessThan(1e-4 * size));
  await undoTo(page, before.position);
});

test('a mesh from a file becomes a pose at the frame under edit', async () => {
  const before = (await factsOf(page))!;
  const file = join(session.folder, 'leap_####.obj');
  await page.evaluate(
    ([path, frame]) => {
      const { link } = window.retakeTest!.stage.editor;
      const what = { what: 'result', mesh: 'simulation' } as const;
      return link.ask({ type: 'export', file: path, frames: [frame, frame], ...what });
    },
    [file, before.poses!.keys[2].frame] as const,
  );
  const [mesh] = readdirSync(session.folder).filter((name) => name.startsWith('leap_'));
  const last = before.poses!.keys[3].frame - 8;
  await page.evaluate((at) => window.retakeTest!.stage.editor.setView('editFrame', at), last);
  await page.locator('input[type=file]').setInputFiles(join(session.folder, mesh));
  const { poses, editFrame } = await until(page, 'five', (facts) => facts.poses?.keys.length === 5);
  expect(poses!.keys[3]).toMatchObject({
    frame: last,
    name: mesh.replace('_', ' ').replace('.obj', ''),
  });
  expect(editFrame).toBe(last);
  await undoTo(page, before.position);
});

test('of a free swing the weights of a calm start are curves too', async () => {
  const before = (await factsOf(page))!;
  await page.getByRole('button', { name: /^Method/ }).click();
  await page.getByText('Free swing').click();
  await until(page, 'a swing', ({ position }) => position === before.position + 1);
  await page.getByRole('radio', { name: 'Jerk' }).click();
  const plot = (await page.locator('.curve-plot canvas').nth(1).boundingBox())!;
  const middle = { x: plot.x + 0.5 * plot.width, y: plot.y + 0.6 * plot.height };
  await page.keyboard.down('Control');
  await drag(page, middle, { x: middle.x, y: middle.y - 0.2 * plot.height });
  await page.keyboard.up('Control');
  await until(page, 'a curve', ({ position }) => position === before.position + 2);
  const curves = await page.evaluate(() => {
    const { settings } = window.retakeTest!.stage.editor.shot.document!.poses!;
    return JSON.parse(JSON.stringify(settings.adjustment_curves));
  });
  expect(curves.velocity).toHaveLength(2);
  expect(curves.decay).toBe(0);
  await undoTo(page, before.position);
});

const framesBeside = (): Promise<number> =>
  page.evaluate(() => (window as unknown as { besideFrames: number }).besideFrames);

test('what is shown beside the motion follows while a curve is bent', async () => {
  const before = (await factsOf(page))!;
  await page.evaluate(() => window.retakeTest!.stage.editor.setView('poses', 'beside', 'linear'));
  await page.evaluate(() => {
    const { editor } = window.retakeTest!.stage;
    Object.assign(window, { besideFrames: 0 });
    editor.vertices.onFrame(({ stream }) => {
      if (stream === 1) (window as unknown as { besideFrames: number }).besideFrames++;
    });
  });
  const plot = (await page.locator('.curve-plot canvas').first().boundingBox())!;
  const middle = { x: plot.x + 0.4 * plot.width, y: plot.y + 0.5 * plot.height };
  await page.keyboard.down('Control');
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  // Moves that come while a frame is under way may be answered together: the hand goes on.
  for (let up = 1; (await framesBeside()) < 2; ++up) {
    await page.mouse.move(middle.x, middle.y - 10 - (up % 20));
    await page.waitForTimeout(50);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.keyboard.up('Control');
  const { position } = await until(
    page,
    'as before',
    (facts) => facts.poses?.frequency.length === before.poses!.frequency.length,
  );
  expect(position).toBe(before.position);
  await page.evaluate(() => window.retakeTest!.stage.editor.setView('poses', 'beside', 'off'));
});

test('a frame is stored as a pose and deleted again, and two poses always stay', async () => {
  await page.getByRole('radio', { name: 'Direct' }).click();
  const before = await until(page, 'direct', ({ poses }) => poses?.preset === 'direct');
  await page.evaluate(() => window.retakeTest!.stage.editor.setView('editFrame', 3));
  await page.keyboard.press('i');
  const stored = await until(page, 'five', ({ poses }) => poses?.keys.length === 5);
  const made = stored.poses!.keys.find(({ frame }) => frame === 3)!;
  await until(page, 'chosen', ({ poses }) => poses?.chosen === made.id);
  await page.keyboard.press('Delete');
  await until(page, 'four', ({ poses }) => poses?.keys.length === 4);
  const keys = [...before.poses!.keys];
  for (const { id } of keys.slice(0, 3)) {
    const { x, y } = await cardOf(page, id);
    await page.mouse.click(x, y);
    await until(page, 'chosen', ({ poses }) => poses?.chosen === id);
    await page.keyboard.press('Delete');
    if (id !== keys[2].id)
      await until(page, 'one less', ({ poses }) => !poses!.keys.some((key) => key.id === id));
  }
  await page.locator('.pose-problems .message').waitFor();
  expect((await factsOf(page))!.poses!.keys).toHaveLength(2);
});
