import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyIsThere, trailOf, until } from './browser';
import { Session } from './session';

// Files of one's own, dropped on the page.

let session: Session;
let page: Page;

const cells = 8;
const frames = 24;

// A cloth of a metre that waves, in centimetres.
const place = (i: number, j: number, frame: number) => [
  (100 * i) / cells,
  12 * Math.sin((2 * Math.PI * frame) / frames) * Math.sin((Math.PI * i) / cells),
  (100 * j) / cells,
];

function cloth(frame: number): string {
  const rows = Array.from({ length: (cells + 1) ** 2 }, (_, v) =>
    place(v % (cells + 1), Math.floor(v / (cells + 1)), frame),
  );
  const at = (i: number, j: number) => 1 + i + j * (cells + 1);
  const faces = Array.from({ length: cells * cells }, (_, c) => {
    const [i, j] = [c % cells, Math.floor(c / cells)];
    return `f ${at(i, j)} ${at(i, j + 1)} ${at(i + 1, j + 1)} ${at(i + 1, j)}`;
  });
  return [...rows.map((row) => `v ${row.join(' ')}`), ...faces, ''].join('\n');
}

async function dropFiles(files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const dropped = new DataTransfer();
    for (const { name, text } of all) dropped.items.add(new File([text], name));
    return dropped;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

beforeAll(async () => {
  session = await Session.start(['edit']);
  ({ page } = session);
  await page.goto(session.program.address);
  await page.locator('.welcome .card').first().waitFor({ timeout: 60_000 });
}, 180_000);

afterAll(() => session?.end(), 60_000);

test('what is no mesh is refused in words, and nothing is brought', async () => {
  await dropFiles([{ name: 'notes.docx', text: 'hello' }]);
  await page.getByText('notes.docx is no mesh and no cache').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a broken mesh is explained where it was dropped', async () => {
  await dropFiles([{ name: 'broken.obj', text: 'v 0 0 0\nv 1 0\nf 1 2 3\n' }]);
  const sheet = page.getByRole('dialog', { name: 'Bring your own animation' });
  await sheet.getByRole('alert').waitFor({ timeout: 60_000 });
  expect(await sheet.getByRole('alert').textContent()).toContain('broken.obj');
  expect(await sheet.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('a sequence of meshes is looked at, asked about and opened', async () => {
  const files = Array.from({ length: frames }, (_, frame) => ({
    name: `cloth_${String(frame + 1).padStart(4, '0')}.obj`,
    text: cloth(frame),
  }));
  await dropFiles(files);
  const sheet = page.getByRole('dialog', { name: 'Bring your own animation' });
  await sheet.getByText('81 vertices, 24 frames.').waitFor({ timeout: 60_000 });
  const chosen = (group: string) =>
    sheet.getByRole('radiogroup', { name: group }).locator('[aria-checked=true]').textContent();
  expect(await chosen('Up axis')).toBe('Y');
  expect(await chosen('Unit')).toBe('cm');
  expect(await chosen('Body')).toBe('Shell');
  await sheet.getByRole('button', { name: /^Frame rate/ }).click();
  const rate = sheet.getByRole('textbox', { name: 'Frame rate' });
  await rate.fill('30');
  await rate.press('Enter');
  await sheet.getByRole('button', { name: 'Import' }).click();
  const opened = await until(page, 'it is open', (facts) => facts.frames === frames);
  expect(opened.changed).toBe(false);
  await sheet.waitFor({ state: 'detached' });
  const fps = await page.evaluate(() => window.retakeTest!.stage.editor.shot.opened!.fps);
  expect(fps).toBe(30);
});

test('the motion is what was in the files, in metres', async () => {
  await bodyIsThere(page);
  const vertex = cells / 2; // in the middle of the first row
  const trail = await trailOf(page, vertex, 'input');
  expect(trail.length).toBe(3 * frames);
  for (let frame = 0; frame < frames; frame++)
    place(vertex, 0, frame).forEach((value, axis) =>
      expect(trail[3 * frame + axis]).toBeCloseTo(value / 100, 5),
    );
});
