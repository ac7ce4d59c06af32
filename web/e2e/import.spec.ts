import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyIsThere, clickableVertex, factsOf, trailOf, until } from './browser';
import { drag } from './mouse';
import { Session } from './session';

// Files of one's own, dropped on the page.

let session: Session;
let page: Page;

const cells = 8;
const frames = 24;

// A cloth of a metre that waves, in centimetres.
const place = (i: number, j: number, frame: number, height = 12) => [
  (100 * i) / cells,
  height * Math.sin((2 * Math.PI * frame) / frames) * Math.sin((Math.PI * i) / cells),
  (100 * j) / cells,
];

const clothAt = (frame: number, height?: number) =>
  Array.from({ length: (cells + 1) ** 2 }, (_, v) =>
    place(v % (cells + 1), Math.floor(v / (cells + 1)), frame, height),
  );

// Point Cache 2: 32 bytes of header, then float32.
function pc2(height: number): Buffer {
  const header = Buffer.alloc(32);
  header.write('POINTCACHE2\0', 'latin1');
  header.writeInt32LE(1, 12);
  header.writeInt32LE((cells + 1) ** 2, 16);
  header.writeFloatLE(1, 20); // starts as the sequence does
  header.writeFloatLE(1, 24); // a sample a frame
  header.writeInt32LE(frames, 28);
  const all = Array.from({ length: frames }, (_, frame) => clothAt(frame, height).flat()).flat();
  return Buffer.concat([header, Buffer.from(Float32Array.from(all).buffer)]);
}

function cloth(frame: number): string {
  const rows = clothAt(frame);
  const at = (i: number, j: number) => 1 + i + j * (cells + 1);
  const faces = Array.from({ length: cells * cells }, (_, c) => {
    const [i, j] = [c % cells, Math.floor(c / cells)];
    return `f ${at(i, j)} ${at(i, j + 1)} ${at(i + 1, j + 1)} ${at(i + 1, j)}`;
  });
  return [...rows.map((row) => `v ${row.join(' ')}`), ...faces, ''].join('\n');
}

async function dropFiles(files: { name: string; text: string | Buffer }[]): Promise<void> {
  const encoded = files.map(({ name, text }) => ({
    name,
    data: Buffer.from(text).toString('base64'),
  }));
  const transfer = await page.evaluateHandle((all) => {
    const dropped = new DataTransfer();
    const bytes = (data: string) => Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    for (const { name, data } of all) dropped.items.add(new File([bytes(data)], name));
    return dropped;
  }, encoded);
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

test('an edit is saved alone, and comes onto another motion of the mesh that is dropped with its cache', async () => {
  const { vertex, x, y } = await clickableVertex(page);
  await page.keyboard.press('Space');
  await drag(page, { x, y }, { x: x + 6, y: y - 30 });
  const made = await until(page, 'a handle', ({ wishes }) => wishes.length === 1);
  const [before] = made.wishes;
  const there = (await trailOf(page, before.vertex, 'input')).slice(3 * before.frame);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: /^Save the edit alone/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Save the edit alone' });
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('lift');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });

  const mesh = { name: 'rest.obj', text: cloth(0) };
  await dropFiles([mesh, { name: 'high.pc2', text: pc2(20) }]);
  const question = page.getByRole('dialog', { name: 'Bring your own animation' });
  await question.getByText('81 vertices, 24 frames.').waitFor({ timeout: 60_000 });
  await question.getByRole('button', { name: 'Import' }).click();
  await until(page, 'it is open', ({ wishes, frames: many }) => many === frames && !wishes.length);
  await bodyIsThere(page);
  const now = (await trailOf(page, vertex, 'input')).slice(3 * before.frame);

  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: /^Apply a saved edit/ }).click();
  await page.getByRole('dialog', { name: 'Apply a saved edit' }).getByText('lift').click();
  const [wish] = (await until(page, 'its handle', ({ wishes }) => wishes.length === 1)).wishes;
  expect(wish).toMatchObject({ vertex: before.vertex, frame: before.frame });
  // It keeps its distance from what this motion has there.
  wish.target.forEach((value, k) =>
    expect(value - now[k]).toBeCloseTo(before.target[k] - there[k], 5),
  );
  expect((await factsOf(page))!.problems).toContain('The edit fits with changes');
});
