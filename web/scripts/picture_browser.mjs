// A browser without a window, whose pictures are written as WebP.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { closeShot } from './picture_acts.mjs';

const quality = 0.86; // text stays sharp; about a sixth of a PNG
const flags = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader'];
const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking'];

export async function openBrowser(folder) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, '--enable-unsafe-swiftshader', ...quiet, '--disable-component-update'],
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    window.wantsRetakeTest = true;
  });
  const darkroom = await context.newPage();
  return {
    async page(address, viewport) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.goto(address);
      await page.waitForSelector('.transport', { timeout: 600_000 }); // of the shot it starts with
      await closeShot(page);
      return page;
    },
    async take(page, name) {
      await page.bringToFront();
      const png = await page.screenshot();
      const view = page.viewportSize();
      await writeFile(join(folder, `${name}.webp`), await drawn(darkroom, png, view, 'image/webp'));
      console.log(`${name}.webp`);
    },
    /** A picture of the page as a PNG of another size. */
    async shrunk(page, size) {
      await page.bringToFront();
      return drawn(darkroom, await page.screenshot(), size, 'image/png');
    },
    /** Pictures of the page one after the other, for animatedWebp: of each the part that has changed. */
    film(page, size) {
      const frames = [];
      const take = async (duration) => {
        await page.bringToFront();
        const data = (await page.screenshot()).toString('base64');
        const part = await darkroom.evaluate(changedPart, { data, quality, ...size });
        if (part) frames.push({ ...part, still: Buffer.from(part.still, 'base64'), duration });
        else frames.at(-1).duration += duration;
      };
      return { frames, take };
    },
    close: () => browser.close(),
  };
}

// The smallest part outside of which the picture is as the one before, as WebP; null: all of it is.
async function changedPart({ data, quality, width, height }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const now = context.getImageData(0, 0, width, height).data;
  const before = window.pictureBefore;
  window.pictureBefore = now;
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  for (let i = 0; before && i < now.length; i += 4) {
    if (now[i] === before[i] && now[i + 1] === before[i + 1] && now[i + 2] === before[i + 2])
      continue;
    const x = (i / 4) % width;
    const y = (i / 4 - x) / width;
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  if (right <= left) return null;
  [left, top] = [left - (left % 2), top - (top % 2)]; // as the format wants it
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext('2d', { alpha: false }).drawImage(canvas, -left, -top);
  const blob = await part.convertToBlob({ type: 'image/webp', quality });
  let still = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) still += String.fromCharCode(byte);
  return { still: btoa(still), left, top, width: part.width, height: part.height };
}

async function drawn(page, png, size, type) {
  const picture = { data: png.toString('base64'), quality, type, ...size };
  return Buffer.from(await page.evaluate(drawAgain, picture), 'base64');
}

async function drawAgain({ data, quality, type, width, height }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type, quality });
  const all = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of all) text += String.fromCharCode(byte);
  return btoa(text);
}
