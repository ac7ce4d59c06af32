// A browser without a window, whose pictures are written as WebP.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const quality = 0.86; // text stays sharp; about a sixth of a PNG
const flags = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader'];
const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking'];

export async function openBrowser(folder) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, '--enable-unsafe-swiftshader', ...quiet, '--disable-component-update'],
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const darkroom = await context.newPage();
  let isFirst = true; // the program starts with a shot open
  return {
    async page(address, viewport) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.goto(address);
      await page.waitForSelector(isFirst ? '.transport' : '.welcome .card', { timeout: 600_000 });
      if (isFirst) await closeShot(page);
      isFirst = false;
      return page;
    },
    async take(page, name) {
      await page.bringToFront();
      const png = await page.screenshot();
      await writeFile(join(folder, `${name}.webp`), await webp(darkroom, png));
      console.log(`${name}.webp`);
    },
    close: () => browser.close(),
  };
}

function closeShot(page) {
  return page.evaluate(() => window.retakeTest.stage.editor.link.ask({ type: 'close' }));
}

async function webp(page, png) {
  const encoded = await page.evaluate(drawAsWebp, { data: png.toString('base64'), quality });
  return Buffer.from(encoded, 'base64');
}

async function drawAsWebp({ data, quality }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const all = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of all) text += String.fromCharCode(byte);
  return btoa(text);
}
