// Each panel of the editor: how to show it, and how to put it away.
import { settle } from './picture_acts.mjs';

const graph = (place) => (page) => page.locator('.graph-tabs [role=tab]').nth(place).click();
const keys = (chord) => (page) => page.keyboard.press(chord);
const escape = keys('Escape');

async function showTooltip(page) {
  await page.locator('.row', { hasText: 'Fast damping' }).hover();
  await page.waitForTimeout(800);
}

async function inspect(page) {
  await page.keyboard.press('Shift+Digit3');
  await page.waitForFunction(() => window.retakeTest.state().shot.inspection !== null, undefined, {
    timeout: 120_000,
  });
  await settle(page);
  const first = page.locator('.problem-face').first();
  if (await first.count()) await first.click();
  await page.evaluate(() => window.retakeTest.stage.editor.setView('overlays', 'contacts', true));
}

async function pose(page) {
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('button', { name: /^Make \d+ poses$/ }).click();
  await page.locator('.pose-card').nth(3).waitFor({ timeout: 120_000 });
  await page.locator('.curve-plot').first().waitFor({ timeout: 120_000 });
  await page.getByRole('radio', { name: 'Jelly' }).click();
  await page.locator('.pose-card').nth(1).click();
  await page.evaluate(() => {
    const { editor } = window.retakeTest.stage;
    editor.setView('poses', { mode: 6, swings: false });
    editor.setView('editFrame', (frame) => frame + 8);
  });
  await settle(page);
}

const noHeat = (page) =>
  page.evaluate(() => window.retakeTest.stage.editor.setView('overlays', 'heat', 'none'));
const fold = (page) => page.locator('.fold-btn').first().click();
const overlays = (page) => page.locator('.view-head button[title=Display]').first().click();
const history = (page) => page.locator('.history .fold').click();

const editing = [
  { name: 'tooltip', show: showTooltip, hide: (page) => page.mouse.move(5, 5) },
  { name: 'modes', show: graph(1) },
  { name: 'control-force', show: graph(2) },
  { name: 'handle-error', show: graph(3), hide: graph(0) },
  { name: 'weight-curve', show: fold, hide: fold },
  { name: 'history', show: history, hide: history },
  { name: 'display', show: overlays, hide: escape },
  { name: 'onion-skins', show: keys('Shift+KeyO'), hide: keys('Shift+KeyO') },
  { name: 'heat', show: keys('Shift+KeyH'), hide: noHeat },
  { name: 'palette', show: keys('F3'), hide: escape },
  { name: 'keys', show: keys('F1'), hide: escape },
  { name: 'preferences', show: keys('Control+Comma'), hide: escape },
  { name: 'open', show: keys('Control+KeyO'), hide: escape },
  { name: 'save', show: keys('Control+Shift+KeyS'), hide: escape },
  { name: 'export', show: keys('Control+KeyE'), hide: escape },
];

/** By the scene that shows them best. */
export const panels = {
  dino: editing,
  tumble: [{ name: 'inspect', show: inspect }],
  plush: [{ name: 'poses', show: pose }],
};
