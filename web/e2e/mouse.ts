import type { Page } from 'playwright-core';

export type Point = { x: number; y: number };

export const dragSteps = 6;

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: dragSteps });
  await page.mouse.up();
}
