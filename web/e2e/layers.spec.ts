import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Layer } from '../src/shot/layer';
import type { BlendLayer } from '../src/shot/layers/blend';
import type { GreenLayer } from '../src/shot/layers/green';
import { wholeAxis, xOf } from '../src/timeline/time_axis';
import { clickableVertex, factsOf, trailOf, until } from './browser';
import { drag, type Point } from './mouse';
import { Session } from './session';

// Layers, their bars and the ruler above them. Each test leaves the shot as it found it.

let session: Session;
let page: Page;
let vertex = 0;
let handleFrame = 0;

const layers = (): Promise<Layer[]> =>
  page.evaluate(() =>
    JSON.parse(JSON.stringify(window.retakeTest!.stage.editor.shot.document!.layers)),
  );
const green = async () => (await layers())[0] as GreenLayer;
const names = async () => (await layers()).map(({ name }) => name);
const result = () => trailOf(page, vertex, 'result');
const input = () => trailOf(page, vertex, 'input');

// The row of a layer, from the top one down.
async function rowBox(row: number) {
  return (await page.locator('.head-row').nth(row).boundingBox())!;
}

// Where a frame is on the time axis; `down` is the share of the row's height.
async function at(frame: number, row: number, down = 0.5): Promise<Point> {
  const ruler = (await page.locator('.ruler canvas').first().boundingBox())!;
  const { frames } = (await factsOf(page))!;
  const { y, height } = await rowBox(row);
  return { x: ruler.x + xOf(wholeAxis(frames, ruler.width), frame), y: y + down * height };
}

async function onRuler(frame: number, down = 0.3): Promise<Point> {
  const { y, height } = (await page.locator('.ruler canvas').first().boundingBox())!;
  return { x: (await at(frame, 0)).x, y: y + down * height };
}

const viewOf = <K extends 'editFrame' | 'range' | 'playFrame' | 'timeUnit'>(key: K) =>
  page.evaluate(
    (name) => JSON.parse(JSON.stringify(window.retakeTest!.stage.editor.view[name])),
    key,
  );

async function undoTo(wanted: number): Promise<void> {
  const { position } = (await factsOf(page))!;
  for (let step = wanted; step < position; step++) await page.keyboard.press('Control+z');
  await until(page, 'undone', (facts) => facts.position === wanted);
}

// What is done is one step of the history, which undo takes back.
async function asOneStep(
  act: () => Promise<unknown>,
  check: () => Promise<unknown>,
): Promise<void> {
  const before = await layers();
  const { position } = (await factsOf(page))!;
  await act();
  await until(page, 'one step', (facts) => facts.position === position + 1);
  await check();
  await undoTo(position);
  expect(await layers()).toEqual(before);
}

const settled = () => until(page, 'it is met', ({ met, jobs }) => met && jobs === 0);

beforeAll(async () => {
  session = await Session.onPausedBeam();
  ({ page } = session);
  const spot = await clickableVertex(page);
  ({ vertex } = spot);
  await drag(page, spot, { x: spot.x - 10, y: spot.y - 40 });
  const { wishes } = await until(page, 'a handle', (facts) => facts.position === 1);
  handleFrame = wishes[0].frame;
  await settled();
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('a double click on the name of a layer renames it, and Escape keeps the old one', async () => {
  const name = page.locator('.track-head .name').first();
  const field = page.getByRole('textbox', { name: 'Name of the layer' });
  await name.dblclick();
  await field.fill('Nothing');
  await field.press('Escape');
  expect(await names()).toEqual(['Edit 1']);
  await asOneStep(
    async () => {
      await name.dblclick();
      await field.fill('Lift');
      await field.press('Enter');
    },
    async () => expect(await names()).toEqual(['Lift']),
  );
});

test('a head dragged over another changes the order; Escape on the way does not', async () => {
  await page.getByRole('button', { name: 'Add a layer' }).click();
  await page.getByRole('menuitem', { name: /^Blend/ }).click();
  await until(page, 'two layers', ({ position }) => position === 2);
  expect((await layers()).map(({ kind }) => kind)).toEqual(['green', 'blend']);
  const [upper, lower] = [await rowBox(0), await rowBox(1)];
  const from = { x: lower.x + 60, y: lower.y + 4 };
  const to = { x: upper.x + 60, y: upper.y + 4 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.locator('.drop-line').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.drop-line').waitFor({ state: 'detached' });
  await page.mouse.up();
  expect(await names()).toEqual(['Edit 1', 'Edit 2']);
  await asOneStep(
    () => drag(page, from, to),
    async () => expect(await names()).toEqual(['Edit 2', 'Edit 1']),
  );
  await undoTo(1);
});

test('mute gives the input back to the bit, and solo leaves one layer alone', async () => {
  const [edited, plain] = [await result(), await input()];
  expect(edited).not.toEqual(plain);
  await asOneStep(
    () => page.getByRole('button', { name: 'Mute Edit 1' }).click(),
    async () => expect(await result()).toEqual(plain),
  );
  expect(await result()).toEqual(edited);
  await page.keyboard.press('Shift+A');
  await until(page, 'two layers', ({ position }) => position === 2);
  await asOneStep(
    () => page.getByRole('button', { name: 'Solo Edit 2' }).click(),
    async () => expect(await result()).toEqual(plain),
  );
  await undoTo(1);
});

test('a key of the weight curve, dragged to the floor, takes the edit away there', async () => {
  await page.getByRole('button', { name: 'Weight curve of Edit 1' }).click();
  const before = (await factsOf(page))!.position;
  const key = await at(handleFrame, 1, 0.12);
  await page.mouse.dblclick(key.x, key.y);
  await until(page, 'a key', ({ position }) => position === before + 1);
  expect((await green()).weight?.keys.map(({ frame }) => frame)).toEqual([handleFrame]);
  await asOneStep(
    async () => drag(page, key, await at(handleFrame, 1, 0.98)),
    async () => {
      expect((await green()).weight?.keys).toEqual([{ frame: handleFrame, value: 0 }]);
      expect(await result()).toEqual(await input());
    },
  );
  await page.mouse.dblclick(key.x, key.y);
  await until(page, 'no key', ({ position }) => position === before + 2);
  expect((await green()).weight?.keys ?? []).toEqual([]);
  await page.getByRole('button', { name: 'Weight curve of Edit 1' }).click();
  await undoTo(before);
});

test('the right view plays the result, the input or the blend', async () => {
  type Noted = { shownRight: number[] };
  await page.evaluate((frame) => {
    const { editor } = window.retakeTest!.stage;
    editor.setView({ playFrame: frame, playing: false });
    editor.vertices.onFrame(({ stream, frame: number, simulation, draft }) => {
      if (stream !== 1 || number !== frame || draft) return;
      (window as unknown as Noted).shownRight = Array.from(simulation.positions);
    });
  }, handleFrame);
  const choose = (what: string) =>
    page.locator('.view-foot .seg button', { hasText: new RegExp(`^${what}$`) }).click();
  const shown = () => page.evaluate(() => (window as unknown as Noted).shownRight ?? []);
  const place = async () => (await shown()).slice(3 * vertex, 3 * vertex + 3);
  const trail = (all: number[]) => all.slice(3 * handleFrame, 3 * handleFrame + 3);
  const soon = { timeout: 20_000 };
  await choose('Input');
  await expect.poll(place, soon).toEqual(trail(await input()));
  await choose('Blend');
  await expect.poll(place, soon).not.toEqual(trail(await input()));
  const blend = await shown();
  await choose('Result');
  await expect.poll(shown, soon).not.toEqual(blend);
  await expect.poll(place, soon).toEqual(trail(await result()));
});

test('the ends of a window drag, and a window moves nobody out of it', async () => {
  const { frames } = (await factsOf(page))!;
  await asOneStep(
    async () => drag(page, await at(0, 0, 0.76), await at(6, 0, 0.76)),
    async () => expect((await green()).settings.window).toEqual([6, frames - 1]),
  );
  await asOneStep(
    async () => drag(page, await at(frames - 1, 0, 0.76), await at(frames - 8, 0, 0.76)),
    async () => expect((await green()).settings.window).toEqual([0, frames - 8]),
  );
});

test('the eases of a bar drag, of a blend layer as of a green one', async () => {
  await asOneStep(
    async () => drag(page, await at(0, 0, 0.2), await at(9, 0, 0.2)),
    async () => expect((await green()).settings.cost.taper_start).toBe(9),
  );
  await page.getByRole('button', { name: 'Add a layer' }).click();
  await page.getByRole('menuitem', { name: /^Blend/ }).click();
  await until(page, 'two layers', ({ position }) => position === 2);
  const blend = async () => (await layers())[1] as BlendLayer;
  const { hold, ease_out } = (await blend()).envelope;
  await asOneStep(
    async () => drag(page, await at(hold[1] + ease_out, 0, 0.76), await at(hold[1] + 6, 0, 0.76)),
    async () => expect((await blend()).envelope.ease_out).toBe(6),
  );
  await undoTo(1);
});

test('the mark of a handle drags to another frame, and Escape puts it back', async () => {
  const from = await at(handleFrame, 0);
  const to = await at(handleFrame + 5, 0);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect((await factsOf(page))!.position).toBe(1);
  await asOneStep(
    () => drag(page, from, to),
    async () => expect((await green()).wishes[0].frame).toBe(handleFrame + 5),
  );
});

test('the ruler scrubs, and the ends of its range drag', async () => {
  const { frames } = (await factsOf(page))!;
  const middle = Math.round(frames / 2);
  await drag(page, await onRuler(middle - 4), await onRuler(middle));
  expect(await viewOf('editFrame')).toBe(middle);
  await drag(page, await onRuler(0), await onRuler(4));
  await drag(page, await onRuler(frames - 1), await onRuler(frames - 4));
  expect(await viewOf('range')).toEqual([4, frames - 4]);
  await drag(page, await onRuler(4), await onRuler(0));
  await drag(page, await onRuler(frames - 4), await onRuler(frames - 1));
  expect(await viewOf('range')).toEqual([0, frames - 1]);
});

test('time is told in frames or in seconds', async () => {
  const fps = await page.evaluate(() => window.retakeTest!.stage.editor.shot.opened!.fps);
  await page.keyboard.press('Shift+U');
  const field = page.getByRole('button', { name: /^Frame under edit/ });
  await field.click();
  const typed = page.getByRole('textbox', { name: 'Frame under edit' });
  await typed.fill('0.5');
  await typed.press('Enter');
  expect(await viewOf('editFrame')).toBe(Math.round(0.5 * fps));
  await page.keyboard.press('Shift+U');
  expect(await viewOf('timeUnit')).toBe('frames');
});

test('once stops at the end of the range, a loop goes on', async () => {
  const played = (mode: 'once' | 'loop', count: number) =>
    page.evaluate(
      async ([playMode, wanted]) => {
        const { editor } = window.retakeTest!.stage;
        editor.setView({ range: [4, 6], playFrame: 4, playMode, everyFrame: true, playing: true });
        const seen = [4];
        while (seen.length < wanted && editor.view.playing) {
          await new Promise(requestAnimationFrame);
          if (editor.view.playFrame !== seen.at(-1)) seen.push(editor.view.playFrame);
        }
        const { playing } = editor.view;
        const range: [number, number] = [0, editor.shot.opened!.frames - 1];
        editor.setView({ playing: false, range, playMode: 'loop', everyFrame: false });
        return { seen, playing };
      },
      [mode, count] as const,
    );
  expect(await played('once', 9)).toEqual({ seen: [4, 5, 6], playing: false });
  expect(await played('loop', 6)).toEqual({ seen: [4, 5, 6, 4, 5, 6], playing: true });
});
