import type { Page } from 'playwright-core';
import { factsOf, until } from './browser';
import type { Point } from './mouse';

// What tests of the poses workspace do again and again.

export async function undoTo(page: Page, wanted: number): Promise<void> {
  const { position } = (await factsOf(page))!;
  for (let step = wanted; step < position; step++) await page.keyboard.press('Control+z');
  await until(page, 'undone', (facts) => facts.position === wanted);
}

export async function cardOf(page: Page, id: number): Promise<Point> {
  const box = (await page.locator(`.pose-card[data-pose="${id}"]`).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + 20 };
}
