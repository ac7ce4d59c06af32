import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickableVertices, factsOf, screenOf, until } from './browser';
import { drag } from './mouse';
import { changesOfThePage, setDrawing, sway } from './page_work';
import { pictureOf, unrest } from './picture';
import { Session } from './session';

// Ways of a hand in the left view beside plain clicks and drags. Each test goes on where the one
// before it stopped.

let session: Session;
let page: Page;
let spots: { vertex: number; x: number; y: number }[];

const idsAt = async (places: typeof spots) => {
  const { wishes } = (await factsOf(page))!;
  return places.map(({ vertex }) => wishes.find((wish) => wish.vertex === vertex)!.id);
};

beforeAll(async () => {
  session = await Session.onPausedBeam();
  ({ page } = session);
  spots = (await clickableVertices(page, 3, 60)).sort((a, b) => a.x - b.x);
  for (const [count, { x, y }] of spots.entries()) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    await until(page, 'one handle more', ({ wishes }) => wishes.length === count + 1);
  }
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('a box takes the handles inside of it, and Shift adds those of another', async () => {
  await page.keyboard.press('Alt+a');
  await until(page, 'nothing selected', ({ selected }) => selected.length === 0);
  const ids = await idsAt(spots);
  const around = async ({ vertex }: { vertex: number }) => {
    const { x, y } = await screenOf(page, vertex);
    return [
      { x: x - 14, y: y - 14 },
      { x: x + 14, y: y + 14 },
    ] as const;
  };
  await page.keyboard.press('b');
  await drag(page, ...(await around(spots[0])));
  await until(page, 'the first', ({ selected }) => selected.join() === `${ids[0]}`);
  await page.keyboard.press('b');
  await page.keyboard.down('Shift');
  await drag(page, ...(await around(spots[2])));
  await page.keyboard.up('Shift');
  const both = await until(page, 'both', ({ selected }) => selected.length === 2);
  expect(both.selected).toEqual([ids[0], ids[2]]);
});

test('a circle takes all handles that it is led over, and Escape puts it away', async () => {
  await page.keyboard.press('Alt+a');
  const ids = await idsAt(spots);
  const [first, second] = [
    await screenOf(page, spots[0].vertex),
    await screenOf(page, spots[1].vertex),
  ];
  await page.mouse.move(first.x, first.y);
  await page.keyboard.press('c');
  await drag(page, first, second);
  const { selected } = await until(page, 'both', (facts) => facts.selected.length >= 2);
  expect(selected).toEqual(expect.arrayContaining([ids[0], ids[1]]));
  expect(selected).not.toContain(ids[2]);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !window.retakeTest!.hand.busy);
});

test('Shift and a click in the list adds a handle to the selection and takes it out again', async () => {
  const list = page.locator('.handle-list [role=option]');
  await list.nth(0).click();
  await until(page, 'one', ({ selected }) => selected.length === 1);
  await list.nth(1).click({ modifiers: ['Shift'] });
  const two = await until(page, 'two', ({ selected }) => selected.length === 2);
  await list.nth(0).click({ modifiers: ['Shift'] });
  const left = await until(page, 'one again', ({ selected }) => selected.length === 1);
  expect(left.selected).toEqual([two.selected[1]]);
});

test.each(['x', 'y', 'xy'] as const)(
  'the part %s of the gizmo moves along itself alone',
  async (part) => {
    const { vertex } = spots[1];
    const at = await screenOf(page, vertex);
    await page.mouse.click(at.x, at.y);
    const [id] = await idsAt([spots[1]]);
    const before = await until(page, 'selected', ({ selected }) => selected.join() === `${id}`);
    const place = await page.evaluate(
      ([wanted, middle]) => {
        const { hand, stage } = window.retakeTest!;
        const box = stage.edit.parts.host.getBoundingClientRect();
        for (let x = middle.x - 90; x < middle.x + 90; x += 3)
          for (let y = middle.y - 90; y < middle.y + 90; y += 3) {
            const hit = hand.hitAt({ x: x - box.left, y: y - box.top });
            if (hit.kind === 'gizmo' && hit.part === wanted) return { x, y };
          }
        return null;
      },
      [part, at] as const,
    );
    expect(place).not.toBeNull();
    await drag(page, place!, { x: place!.x + 24, y: place!.y - 18 });
    const after = await until(page, 'a step', ({ position }) => position === before.position + 1);
    const target = (facts: typeof after) => facts.wishes.find((wish) => wish.id === id)!.target;
    const moved = target(after).map((value, k) => Math.abs(value - target(before)[k]) > 1e-9);
    expect(moved).toEqual(['x', 'y', 'z'].map((axis) => part.includes(axis)));
    await page.keyboard.press('Control+z');
    await until(page, 'undone', ({ position }) => position === before.position);
  },
);

test('a handle in the hand changes figures in boxes of their own, and lays out nothing else', async () => {
  const { vertex } = spots[1];
  const at = await screenOf(page, vertex);
  const before = (await factsOf(page))!;
  await setDrawing(page, false);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await sway(page, at, { x: 20, y: 12 }, 8);
  const steps = 60;
  const changes = await changesOfThePage(page, () => sway(page, at, { x: 20, y: 12 }, steps));
  await page.locator('.readout').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await setDrawing(page, true);
  expect(changes).toEqual([]);
  await page.locator('.readout').waitFor({ state: 'detached' });
  expect((await factsOf(page))!.position).toBe(before.position);
});

test('a region handle moves nothing until it is dragged, and tells its radius', async () => {
  const before = (await factsOf(page))!;
  const { x, y } = (await clickableVertices(page, 4, 60)).find(
    ({ vertex }) => !before.wishes.some((wish) => wish.vertex === vertex),
  )!;
  await page.keyboard.press('o');
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  const after = await until(page, 'a handle', ({ wishes }) => wishes.length > before.wishes.length);
  await until(page, 'it is met', ({ met, jobs }) => met && jobs === 0);
  const { target, vertices, weights } = after.wishes.at(-1)!;
  expect(vertices.length).toBeGreaterThan(1);
  const mean = await page.evaluate(
    ([v, w]) => {
      const { positions } = window.retakeTest!.stage.editor.vertices.frame(2)!.simulation; // input
      const axis = (k: number) => v.reduce((sum, one, i) => sum + w[i] * positions[3 * one + k], 0);
      return [axis(0), axis(1), axis(2)];
    },
    [vertices, weights] as const,
  );
  target.forEach((value, k) => expect(value).toBeCloseTo(mean[k], 4));
  const radius = page.getByRole('button', { name: /^Soft radius: 0\.\d+ m/ });
  await radius.waitFor();
});

test('the wheel widens the region that a hand drags, and all of it is one step', async () => {
  const before = (await factsOf(page))!;
  const { id, vertices } = before.wishes.at(-1)!;
  const place = await page.evaluate((wish) => {
    const { hand, stage } = window.retakeTest!;
    const box = stage.edit.parts.host.getBoundingClientRect();
    const { x, y } = stage.edit.projector.project(hand.marks().find((m) => m.id === wish)!.place);
    return { x: x + box.left, y: y + box.top };
  }, id);
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.move(place.x + 20, place.y - 16, { steps: 4 });
  for (let step = 0; step < 4; step++) await page.mouse.wheel(0, -100);
  const region = ({ wishes }: typeof before) => wishes.find((wish) => wish.id === id)!.vertices;
  await until(page, 'a wider region', (facts) => region(facts).length > vertices.length);
  await page.mouse.up();
  const after = await until(page, 'a step', ({ position }) => position === before.position + 1);
  expect(after.wishes).toHaveLength(before.wishes.length);
  await page.keyboard.press('Control+z');
  const undone = await until(page, 'undone', ({ position }) => position === before.position);
  expect(region(undone)).toEqual(vertices);
});

test('the inner edges of the body are seen through it', async () => {
  const overlay = (on: boolean) =>
    page.evaluate(async (tets) => {
      const { editor, edit } = window.retakeTest!.stage;
      editor.setView('overlays', { tets, wire: false, ghost: false, trail: false });
      editor.setView('selection', { layer: null, wishes: [], vertex: null });
      const { drawn } = edit;
      edit.invalidate();
      while (edit.drawn === drawn) await new Promise(requestAnimationFrame);
    }, on);
  await overlay(false);
  const plain = unrest(await pictureOf(page));
  await overlay(true);
  expect(unrest(await pictureOf(page))).toBeGreaterThan(1.05 * plain);
  await overlay(false);
});
