import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyNow, clickableVertex, factsOf, trailOf, until, type Facts } from './browser';
import { drag, type Point } from './mouse';
import { cardOf, undoTo } from './posing';
import { Session } from './session';

// How poses are held, and what one span or one point of a curve has of its own. Each test goes on
// where the one before it stopped.

let session: Session;
let page: Page;

beforeAll(async () => {
  session = await Session.onBeamForPoses();
  ({ page } = session);
  await page.getByRole('button', { name: 'Make 4 poses' }).click();
  await until(page, 'four poses', ({ poses }) => poses?.keys.length === 4);
  await page.locator('.curve-plot canvas').nth(1).waitFor();
}, 180_000);

afterAll(() => session?.end(), 60_000);

async function chooseCard(id: number, frame: number): Promise<void> {
  const { x, y } = await cardOf(page, id);
  await page.mouse.click(x, y);
  const isChosen = ({ poses, editFrame }: Facts) => poses?.chosen === id && editFrame === frame;
  await until(page, 'chosen', isChosen);
}

const seek = (frame: number) =>
  page.evaluate((at) => window.retakeTest!.stage.editor.setView('editFrame', at), frame);

test('a pose that is held stands still with the direct feel, and undo lets it go to the bit', async () => {
  const before = (await factsOf(page))!;
  expect(before.poses!.preset).toBe('direct');
  const { id, frame } = before.poses!.keys[1];
  const next = before.poses!.keys[2].frame;
  await chooseCard(id, frame);
  const { vertex } = await clickableVertex(page);
  const passing = await trailOf(page, vertex, 'result');
  const box = (await page.getByRole('button', { name: /^Frames for which/ }).boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 3 });
  await until(page, 'held while the hand drags', ({ poses }) => poses!.keys[1].hold > 0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await until(page, 'not held', ({ poses }) => poses!.keys[1].hold === 0);
  expect((await factsOf(page))!.position).toBe(before.position);

  await drag(page, from, { x: from.x + 300, y: from.y });
  const held = await until(page, 'held', ({ position }) => position === before.position + 1);
  const { hold } = held.poses!.keys[1];
  expect(hold).toBe(next - frame - 1); // as far as there is room
  const trail = await trailOf(page, vertex, 'result');
  const size = Math.max(...trail.map(Math.abs));
  for (let f = frame; f <= frame + hold; f++)
    for (let k = 0; k < 3; k++)
      expect(Math.abs(trail[3 * f + k] - passing[3 * frame + k])).toBeLessThan(1e-5 * size);

  const [first, last] = [held.poses!.keys[0], held.poses!.keys[3]];
  const [left, right] = [await cardOf(page, first.id), await cardOf(page, last.id)];
  const wide = (right.x - left.x) / (last.frame - first.frame); // px a frame
  const lane = (await page.locator('.pose-lane .lane').boundingBox())!;
  const end = { x: left.x + wide * (frame + hold - first.frame), y: lane.y + 5 };
  await drag(page, end, { x: end.x - 5 * wide, y: end.y });
  const shorter = await until(page, 'shorter', ({ position }) => position === held.position + 1);
  expect(shorter.poses!.keys[1].hold).toBe(hold - 5);
  await undoTo(page, before.position);
  expect(await trailOf(page, vertex, 'result')).toEqual(passing);
});

test('a preset for this span leaves the others alone, and the span can be given back', async () => {
  const before = (await factsOf(page))!;
  const [first, second, third] = before.poses!.keys;
  const { vertex } = await clickableVertex(page);
  const plain = await trailOf(page, vertex, 'result');
  await seek(first.frame + 4);
  await page.getByRole('radio', { name: 'This span' }).click();
  await page.getByText(`${first.name} to ${second.name}`).waitFor();
  await page.getByRole('radio', { name: 'Jelly' }).click();
  const own = await until(page, 'its own', ({ poses }) => poses!.keys[0].span === 'jelly');
  expect(own.poses!.preset).toBe('direct');
  expect(own.position).toBe(before.position + 1);
  const lively = await trailOf(page, vertex, 'result');
  const moved = (from: number, to: number) => {
    const all = lively.slice(3 * from, 3 * to).map((at, k) => Math.abs(at - plain[3 * from + k]));
    return Math.max(...all);
  };
  expect(moved(first.frame, second.frame)).toBeGreaterThan(10 * moved(third.frame, before.frames));
  await page.getByRole('button', { name: 'its own' }).click();
  await until(page, 'as all', ({ poses }) => poses!.keys[0].span === null);
  expect(await trailOf(page, vertex, 'result')).toEqual(plain);
  await undoTo(page, before.position);
  await page.getByRole('radio', { name: 'All poses' }).click();
});

test('the tangent of a chosen point turns with the hand, and Esc and undo restore it', async () => {
  await page.getByRole('radio', { name: 'Jelly' }).click();
  const jelly = await until(page, 'jelly', ({ poses }) => poses?.preset === 'jelly');
  const canvas = page.locator('.curve-plot canvas').first();
  const plot = (await canvas.boundingBox())!;
  const point = { x: plot.x + 0.5 * plot.width, y: plot.y + 0.5 * plot.height };
  await page.keyboard.down('Control');
  await page.mouse.click(point.x, point.y);
  await page.keyboard.up('Control');
  const before = await until(page, 'a point', ({ position }) => position > jelly.position);
  expect(before.poses!.frequency).toHaveLength(3);
  const end = await tangentEnd(point);
  const up = { x: end.x, y: end.y - 25 };
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(up.x, up.y, { steps: 3 });
  await until(page, 'steeper', ({ poses }) => typeof poses!.frequency[1].slope === 'number');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await until(page, 'as before', ({ poses }) => poses!.frequency[1].slope === undefined);
  expect((await factsOf(page))!.position).toBe(before.position);

  const body = await bodyNow(page);
  await drag(page, end, up);
  const bent = await until(page, 'a step', ({ position }) => position === before.position + 1);
  expect(bent.poses!.frequency[1]).toMatchObject(before.poses!.frequency[1]);
  expect(bent.poses!.frequency[1].slope).toBeGreaterThan(0);
  expect(await bodyNow(page)).not.toEqual(body);
  await undoTo(page, before.position);
  expect((await factsOf(page))!.poses!.frequency).toEqual(before.poses!.frequency);
  expect(await bodyNow(page)).toEqual(body);
  await undoTo(page, jelly.position);
});

// Where the cursor says that there is something to take, right of the point and beyond its own reach.
async function tangentEnd({ x, y }: Point): Promise<Point> {
  const canvas = page.locator('.curve-plot canvas').first();
  for (let angle = -80; angle <= 80; angle += 10) {
    const radians = (angle * Math.PI) / 180;
    const at = { x: x + 24 * Math.cos(radians), y: y + 24 * Math.sin(radians) };
    await page.mouse.move(at.x, at.y);
    if ((await canvas.evaluate((one) => one.style.cursor)) === 'grab') return at;
  }
  throw new Error('the chosen point has no tangent');
}
