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

export async function openScene(page, scene) {
  await page.locator('.welcome .card', { hasText: scene }).first().click();
  await page.waitForSelector('.transport', { timeout: scenePatience });
  await settle(page);
  const isPlaying = await page.evaluate(() => window.retakeTest.state().view.playing);
  if (isPlaying) await page.keyboard.press('Space');
}

/** A handle on a free part of the body that is in sight, dragged a little upwards. */
export async function addHandle(page) {
  const spot = await page.evaluate(findSpot);
  if (!spot) return;
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction(() => window.retakeTest.state().view.selection.wishes.length > 0);
  await settle(page);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x + 12, spot.y - 20, { steps: 4 });
  await page.mouse.move(spot.x + 30, spot.y - 0.09 * spot.height, { steps: 8 });
  await page.mouse.up();
  await settle(page);
}

// Far from the pins, well inside of the view, and nothing before it.
function findSpot() {
  const door = window.retakeTest;
  const { editor, edit } = door.stage;
  const { positions } = editor.vertices.frame(0).simulation;
  const box = edit.parts.host.getBoundingClientRect();
  const pins = editor.shot.opened.pins;
  const place = (v) => [0, 1, 2].map((axis) => positions[3 * v + axis]);
  const middle = pins.length > 0 ? mean(pins) : editor.shot.opened.center;
  const away = (v) => Math.hypot(...place(v).map((x, axis) => x - middle[axis]));
  const order = [...Array(positions.length / 3).keys()].sort((a, b) => away(b) - away(a));
  for (const vertex of order) {
    const { x, y } = door.screenOf(vertex);
    const inside = Math.abs(x - box.left - box.width / 2) < 0.36 * box.width;
    const low = y > box.top + 0.24 * box.height && y < box.bottom - 0.12 * box.height;
    if (inside && low && door.pickAt(x, y) === vertex) return { x, y, height: box.height };
  }
  return null;

  function mean(list) {
    const sum = [0, 0, 0];
    for (const v of list) place(v).forEach((x, axis) => (sum[axis] += x / list.length));
    return sum;
  }
}

export async function showEdit(page) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Digit1');
}
