// What a hand does for the pictures.

const scenePatience = 600_000; // ms: the first time, a scene is simulated and its modes are found

/** Until nothing is under way and the views have drawn. */
export async function settle(page) {
  await page.waitForFunction(
    () => (window.retakeTest?.state().shot.jobs.length ?? 0) === 0,
    undefined,
    {
      timeout: scenePatience,
    },
  );
  await page.waitForTimeout(900);
}

export async function closeShot(page) {
  await page.evaluate(() => window.retakeTest.stage.editor.link.ask({ type: 'close' }));
  await page.waitForSelector('.welcome .card');
}

// Until the left view has drawn what it knows now.
async function drawnAgain(page) {
  const before = await page.evaluate(() => {
    const { edit } = window.retakeTest.stage;
    edit.invalidate();
    return edit.drawn;
  });
  await page.waitForFunction((count) => window.retakeTest.stage.edit.drawn > count, before);
}

export async function openScene(page, scene) {
  await page.locator('.welcome .card', { hasText: scene }).first().click();
  await page.waitForSelector('.transport', { timeout: scenePatience });
  await settle(page);
  await page.evaluate(() => {
    const { editor } = window.retakeTest.stage;
    editor.setView({ playing: false, playFrame: editor.view.editFrame + 12 });
  });
  await drawnAgain(page);
}

// Which part of the body a hand takes (the outermost in this direction of the screen; null: the
// middle), and how far it goes, in shares of the view.
const drags = {
  beam: { part: null, by: [0, -0.12] },
  bridge: { part: [-0.3, -1], by: [0.05, 0] },
  curtain: { part: [1, 0.4], by: [-0.12, -0.03] },
  dino: { part: [1, -0.4], by: [-0.06, -0.03] },
  flower: { part: [0, -1], by: [0.1, 0.03] },
  gull: { part: [1, 0.2], by: [0.02, -0.1] },
  plush: { part: [0.1, -1], by: [0.1, 0.03] },
  tumble: { part: [1, -0.6], by: [0.02, -0.04] },
};

/** A handle on the body; gives where it is on the screen, and the size of the view. */
export async function placeHandle(page, scene) {
  const spot = await page.evaluate(findSpot, drags[scene].part);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction(() => window.retakeTest.state().view.selection.wishes.length > 0);
  await settle(page);
  return spot;
}

/** A handle on the body, and dragged. */
export async function addHandle(page, scene) {
  const { by } = drags[scene];
  const spot = await placeHandle(page, scene);
  const [dx, dy] = [by[0] * spot.width, by[1] * spot.height];
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x + dx / 2, spot.y + dy / 2, { steps: 4 });
  await page.mouse.move(spot.x + dx, spot.y + dy, { steps: 4 });
  await page.mouse.up();
  await settle(page);
}

// A vertex that picking finds at its own place, with nothing before it.
function findSpot(part) {
  const door = window.retakeTest;
  const { editor, edit } = door.stage;
  const box = edit.parts.host.getBoundingClientRect();
  const { pins } = editor.shot.opened;
  const { surfaceVertices } = door.hand.body();
  const seen = [...surfaceVertices]
    .filter((vertex) => !pins.includes(vertex))
    .map((vertex) => ({ vertex, ...door.screenOf(vertex) }));
  const mean = (axis) => seen.reduce((sum, at) => sum + at[axis], 0) / seen.length;
  const [x, y] = [mean('x'), mean('y')];
  const rank = (at) => (part ? at.x * part[0] + at.y * part[1] : -Math.hypot(at.x - x, at.y - y));
  const found = seen
    .sort((a, b) => rank(b) - rank(a))
    .find((at) => door.pickAt(at.x, at.y) === at.vertex);
  return { x: found.x, y: found.y, width: box.width, height: box.height };
}

export async function showEdit(page) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Digit1');
}
