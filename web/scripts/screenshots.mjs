// Pictures of the editor for docs/pictures/editor: every scene and every panel, at two sizes.
//   npm run pictures [-- SCENE...]     RETAKE: the program (default ../build/release/apps/cli/retake)
//                                      RETAKE_PAGE: a page to serve instead of the one in the program
//                                      CHROMIUM: the browser (default /usr/bin/chromium)
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './picture_browser.mjs';
import { addHandle, closeShot, openScene, settle, showEdit } from './picture_acts.mjs';
import { panels } from './picture_panels.mjs';
import { startProgram } from './picture_program.mjs';

const sizes = [
  { width: 1600, height: 1000 },
  { width: 1280, height: 800 },
];

const folder = fileURLToPath(new URL('../../docs/pictures/editor/', import.meta.url));
await mkdir(folder, { recursive: true });
for (const size of sizes) {
  const program = await startProgram();
  try {
    const browser = await openBrowser(folder);
    await picturesAt(browser, program.address, size);
    await browser.close();
  } finally {
    await program.stop();
  }
}

async function picturesAt(browser, address, size) {
  const page = await browser.page(address, size);
  const take = (name) => browser.take(page, `${name}-${size.width}`);
  await page.waitForSelector('.welcome .card');
  await settle(page);
  await take('welcome');
  const cards = await page.locator('.welcome .card b').allTextContents();
  const wanted = process.argv.slice(2);
  for (const scene of cards.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    await openScene(page, scene);
    await addHandle(page, scene);
    await take(`scene-${scene}`);
    await takePanels(page, take, panels[scene] ?? []);
    await showEdit(page);
    await closeShot(page);
  }
  await page.close();
}

async function takePanels(page, take, list) {
  for (const { name, show, hide } of list) {
    await show(page);
    await settle(page);
    await take(`panel-${name}`);
    await hide?.(page);
  }
}
