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
    close: () => browser.close(),
  };
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
