import type { Page } from 'playwright-core';

/** The left view as it is seen: luminance, 0 to 255, a row after the other, device pixels. */
export type Picture = { width: number; height: number; light: number[] };

export async function pictureOf(page: Page): Promise<Picture> {
  const clip = (await page.locator('.view').first().boundingBox())!;
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: colors } = context.getImageData(0, 0, width, height);
    const light = Array.from(
      { length: width * height },
      (_, k) => 0.3 * colors[4 * k] + 0.6 * colors[4 * k + 1] + 0.1 * colors[4 * k + 2],
    );
    return { width, height, light };
  }, png);
}

/** How much the picture changes from pixel to pixel: lines make it restless. */
export function unrest({ width, light }: Picture): number {
  let sum = 0;
  for (let k = 1; k < light.length; k++) if (k % width) sum += Math.abs(light[k] - light[k - 1]);
  return sum / light.length;
}
