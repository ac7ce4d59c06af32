// The scenes' pictures on the welcome page (public/scenes), as the right view draws them.
//   npm run cards [-- SCENE...]     the program and the browser as in screenshots.mjs
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './picture_browser.mjs';
import { closeShot, openScene, settle } from './picture_acts.mjs';
import { startProgram } from './picture_program.mjs';

const size = { width: 480, height: 300 }; // of a card; drawn twice as large, for smooth edges
const double = { width: 2 * size.width, height: 2 * size.height };

// When the body looks its best (share of the motion), and how much around it belongs to the picture.
const poses = {
  beam: { at: 0.4, room: 1.1 },
  bridge: { at: 0.45, room: 1.0 },
  curtain: { at: 0.5, room: 1.15 },
  dino: { at: 0.4, room: 1.0 },
  flower: { at: 0.3, room: 1.05 },
  gull: { at: 0.32, room: 1.0 },
  plush: { at: 0.35, room: 1.0 },
  tumble: { at: 0.36, room: 1.9 },
};

const folder = fileURLToPath(new URL('../public/scenes/', import.meta.url));
const program = await startProgram();
try {
  const browser = await openBrowser(folder);
  const page = await browser.page(program.address, double);
  await page.waitForSelector('.welcome .card');
  const wanted = process.argv.slice(2);
  const chosen = Object.entries(poses).filter(([name]) => !wanted.length || wanted.includes(name));
  for (const [scene, pose] of chosen) {
    await openScene(page, scene);
    await page.evaluate(strike, pose);
    await settle(page);
    await writeFile(`${folder}${scene}.png`, await browser.shrunk(page, size));
    console.log(`${scene}.png`);
    await closeShot(page);
  }
  await browser.close();
} finally {
  await program.stop();
}

// The right view alone, as large as the page, without words.
async function strike({ at, room }) {
  const { stage } = window.retakeTest;
  const { editor, play } = stage;
  const frame = Math.round(at * (editor.shot.opened.frames - 1));
  editor.setView({ playing: false, playFrame: frame, editFrame: frame, activeView: 'play' });
  editor.setView('linkedCameras', false);
  const { host, marks } = play.parts;
  Object.assign(host.style, { position: 'fixed', inset: '0', zIndex: '99' });
  for (const part of host.children) if (part !== play.parts.picture) part.style.display = 'none';
  marks.style.display = 'none';
  const isThere = () => editor.vertices.frame(1)?.frame === frame;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 300));
  editor.stage.acts.frameAll();
  play.setOrbit({ ...play.orbit, distance: room * play.orbit.distance });
}
