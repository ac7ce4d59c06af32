import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyIsThere, clickableVertices, factsOf, screenOf, trailOf, until } from './browser';
import { drag } from './mouse';
import { Session } from './session';

// Pins, freedom and precision of handles; what is shown of the motion; keys and commands. Each test goes
// on where the one before it stopped.

let session: Session;
let page: Page;
let tip: { vertex: number; x: number; y: number };
let other: typeof tip;

const apart = (a: number[], b: number[]) => Math.hypot(...a.map((x, k) => x - b[k]));

// Of the wish with that id, as the document has it.
const wishOf = (id: number) =>
  page.evaluate((wanted) => {
    const { layers } = window.retakeTest!.stage.editor.shot.document!;
    const wishes = layers.flatMap((layer) => (layer.kind === 'green' ? layer.wishes : []));
    const { kind, axes, target } = wishes.find((wish) => wish.id === wanted)!;
    return { kind: kind as string, axes: axes as unknown, target: [...(target ?? [])] };
  }, id);

const viewOf = <T>(read: string): Promise<T> =>
  page.evaluate(
    (path) =>
      path
        .split('.')
        .reduce<unknown>(
          (value, key) => (value as Record<string, unknown>)[key],
          window.retakeTest!.stage.editor.view,
        ) as T,
    read,
  );

const undo = async () => {
  const { position } = (await factsOf(page))!;
  await page.keyboard.press('Control+z');
  await until(page, 'undone', (facts) => facts.position === position - 1);
};

beforeAll(async () => {
  session = await Session.onPausedBeam();
  ({ page } = session);
  [tip, other] = await clickableVertices(page, 2, 120);
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('a pin keeps its point where the input has it, whatever is dragged beside it', async () => {
  await page.keyboard.press('p');
  await page.mouse.move(other.x, other.y);
  await page.mouse.click(other.x, other.y);
  const pinned = await until(page, 'a pin', ({ wishes }) => wishes.length === 1);
  expect((await wishOf(pinned.wishes[0].id)).kind).toBe('pin');
  await page.keyboard.press('w');
  await page.keyboard.press('g');
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.click(tip.x, tip.y);
  await until(page, 'a handle', ({ wishes }) => wishes.length === 2);
  const { position } = (await factsOf(page))!;
  const from = await screenOf(page, tip.vertex);
  await drag(page, from, { x: from.x - 6, y: from.y - 30 });
  const { editFrame } = await until(page, 'met', (facts) => {
    return facts.position === position + 1 && facts.jobs === 0 && facts.met;
  });
  const change = async (vertex: number) => {
    const [result, input] = [
      await trailOf(page, vertex, 'result'),
      await trailOf(page, vertex, 'input'),
    ].map((trail) => trail.slice(3 * editFrame, 3 * editFrame + 3));
    return apart(result, input);
  };
  expect(await change(other.vertex)).toBeLessThan(0.01 * (await change(tip.vertex)));
});

test('an axis of a handle goes free by its lock, and undo holds it again', async () => {
  const { selected } = (await factsOf(page))!;
  await page.getByRole('button', { name: 'Held: click to let this axis go free' }).first().click();
  await page.getByRole('button', { name: 'Free: click to hold this axis' }).waitFor();
  expect((await wishOf(selected[0])).axes).toBe('yz');
  await undo();
  expect((await wishOf(selected[0])).axes).not.toBe('yz');
});

test('with Shift a drag goes a tenth as far', async () => {
  const { selected, position } = (await factsOf(page))!;
  const before = (await wishOf(selected[0])).target;
  const from = await screenOf(page, tip.vertex);
  const way = async (fine: boolean) => {
    await page.waitForFunction(
      ([vertex, x, y]) => {
        const at = window.retakeTest!.screenOf(vertex);
        return Math.hypot(at.x - x, at.y - y) < 1;
      },
      [tip.vertex, from.x, from.y] as const,
    );
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    if (fine) await page.keyboard.down('Shift');
    await page.mouse.move(from.x + 40, from.y, { steps: 4 });
    await page.mouse.up();
    if (fine) await page.keyboard.up('Shift');
    await until(page, 'a step', (facts) => facts.position === position + 1);
    const far = apart((await wishOf(selected[0])).target, before);
    await undo();
    return far;
  };
  const share = (await way(true)) / (await way(false));
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
});

test('a dot of the trail that is dragged becomes a handle at its frame', async () => {
  const before = (await factsOf(page))!;
  await page.keyboard.press('t');
  await page.waitForTimeout(600); // dots move while frames of the last edit still come in
  const dot = await page.waitForFunction((frame) => {
    const { hand, stage } = window.retakeTest!;
    const box = stage.edit.parts.host.getBoundingClientRect();
    for (let y = 4; y < box.height; y += 4)
      for (let x = 4; x < box.width; x += 4) {
        const hit = hand.hitAt({ x, y });
        if (hit.kind !== 'trail' || Math.abs(hit.frame - frame) < 8) continue;
        return { x: x + box.left, y: y + box.top, frame: hit.frame };
      }
    return null;
  }, before.editFrame);
  const { x, y, frame } = (await dot.jsonValue())!;
  await drag(page, { x, y }, { x: x + 14, y: y - 10 });
  const after = await until(page, 'a handle', ({ wishes }) => wishes.length === 3);
  expect(after.wishes.some((wish) => wish.frame === frame && wish.vertex === tip.vertex)).toBe(
    true,
  );
  await undo();
  await page.keyboard.press('g');
});

test('a heat overlay has a legend with its unit, and goes around to none', async () => {
  await page.keyboard.press('Shift+H');
  await page.locator('.heat-legend').first().waitFor();
  expect(await page.locator('.heat-legend').first().innerText()).toMatch(/m\b|%|mm/);
  for (let more = 0; more < 6 && (await page.locator('.heat-legend').count()); ++more) {
    await page.keyboard.press('Shift+H');
    await page.waitForTimeout(100);
  }
  expect(await page.locator('.heat-legend').count()).toBe(0);
});

test('a command is found by a few letters', async () => {
  const before = await viewOf<boolean>('overlays.onion');
  await page.keyboard.press('F3');
  await page.keyboard.type('onion');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.palette-shade'));
  expect(await viewOf<boolean>('overlays.onion')).not.toBe(before);
});

test('every key is listed, and other keys are chosen once for all', async () => {
  await page.keyboard.press('?');
  await page.getByText('One frame forward').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  await page.getByRole('radio', { name: /Maya/ }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+v');
  await until(page, 'it plays', ({ playing }) => playing);
  await page.keyboard.press('Alt+v');
  await until(page, 'it pauses', ({ playing }) => !playing);
});

test('two tabs on one shot agree', async () => {
  const second = await page.context().newPage();
  await second.goto(page.url());
  await until(second, 'open', ({ connected }) => connected);
  await bodyIsThere(second);
  const here = (await factsOf(page))!;
  const there = await until(second, 'the same', ({ state }) => state === here.state);
  expect(there.wishes).toEqual(here.wishes);
  await second.keyboard.press('Control+z');
  const after = await until(page, 'undone', ({ position }) => position === here.position - 1);
  await until(second, 'undone here', ({ state }) => state === after.state);
  await second.close();
});
