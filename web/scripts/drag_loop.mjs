// The README's loop of a drag in the editor: docs/pictures/drag.webp.
//   npm run drag-loop     the program and the browser as in screenshots.mjs
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { animatedWebp } from './animated_webp.mjs';
import { openBrowser } from './picture_browser.mjs';
import { openScene, placeHandle, settle } from './picture_acts.mjs';
import { startProgram } from './picture_program.mjs';

const size = { width: 1280, height: 800 };
const shown = { width: 960, height: 600 };
const scene = 'dino';
const way = [-18, 74]; // of the hand, pixels
const moves = 14;
const played = { before: 30, after: 42, step: 3 }; // frames about the handle's

const target = fileURLToPath(new URL('../../docs/pictures/drag.webp', import.meta.url));
const program = await startProgram();
try {
  const browser = await openBrowser('');
  const page = await browser.page(program.address, size);
  const film = browser.film(page, shown);
  await page.waitForSelector('.welcome .card');
  await openScene(page, scene);
  await page.evaluate(drawHand);
  const spot = await placeHandle(page, scene);
  await film.take(700);
  await drag(page, film, spot);
  await play(page, film);
  const bytes = animatedWebp(shown, film.frames);
  await writeFile(target, bytes);
  console.log(`drag.webp: ${film.frames.length} frames, ${Math.round(bytes.length / 1000)} kB`);
  await browser.close();
} finally {
  await program.stop();
}

async function drag(page, film, spot) {
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  for (let i = 1; i <= moves; ++i) {
    const part = 0.5 - 0.5 * Math.cos((Math.PI * i) / moves);
    await page.mouse.move(spot.x + part * way[0], spot.y + part * way[1]);
    await page.waitForTimeout(350); // until both views have answered
    await film.take(i === moves ? 700 : 80);
  }
  await page.mouse.up();
  await settle(page);
}

// The right view goes through the frames about the edit.
async function play(page, film) {
  const frame = await page.evaluate(() => window.retakeTest.stage.editor.view.editFrame);
  for (let at = frame - played.before; at <= frame + played.after; at += played.step) {
    await page.evaluate(show, at);
    await page.waitForTimeout(150);
    await film.take(at === frame ? 500 : 125);
  }
}

async function show(frame) {
  const { editor } = window.retakeTest.stage;
  editor.setView({ playFrame: frame });
  const isThere = () => editor.vertices.frame(1)?.frame === frame;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
}

// Pictures of a page have no pointer of their own.
function drawHand() {
  const hand = document.createElement('div');
  hand.innerHTML =
    '<svg width="22" height="30" viewBox="0 0 22 30"><path d="M2 1v23l6-5 4 9 4-2-4-9h8z" fill="#fff" stroke="#000" stroke-width="1.5" stroke-linejoin="round"/></svg>';
  const { style } = hand;
  Object.assign(style, { position: 'fixed', zIndex: '999', pointerEvents: 'none' });
  document.body.append(hand);
  const follow = ({ clientX, clientY }) => {
    Object.assign(style, { left: `${clientX - 2}px`, top: `${clientY - 1}px` });
  };
  window.addEventListener('pointermove', follow, { capture: true });
}
