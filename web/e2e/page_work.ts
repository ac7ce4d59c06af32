import type { CDPSession, Page } from 'playwright-core';
import type { Point } from './mouse';

// What the page itself works while a hand drags, without the drawing of the bodies.

type Drawing = { draw?: () => void; invalidate(): void };

export function setDrawing(page: Page, isOn: boolean): Promise<void> {
  return page.evaluate((on) => {
    const { editor, edit, play } = window.retakeTest!.stage;
    editor.setView('poses', 'swings', false); // the small view draws whenever its shape moves
    for (const view of [edit, play] as unknown as Drawing[]) {
      if (on) delete view.draw;
      else view.draw = () => undefined;
      view.invalidate();
    }
  }, isOn);
}

// Seconds that the page's thread has computed, whatever else the machine does.
async function spent(session: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    script: seconds('ScriptDuration'),
    layout: seconds('LayoutDuration') + seconds('RecalcStyleDuration'),
  };
}

/** Does `act`, which moves the mouse so many times, and tells what a move takes the page. */
export async function tellWork(
  what: string,
  page: Page,
  moves: number,
  act: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  await setDrawing(page, false);
  const before = await spent(session);
  await act();
  const after = await spent(session);
  await setDrawing(page, true);
  await session.detach();
  const ms = (part: 'script' | 'layout') =>
    ((1000 * (after[part] - before[part])) / moves).toFixed(2);
  console.log(`${what}: ${ms('script')} ms script, ${ms('layout')} ms layout a move`);
}

const beat = 250; // ms: figures beside a drag change no faster (src/app/calm.ts)

/**
 * What changes while `act` moves the mouse and makes the browser lay out more than itself. A change is
 * the box's own business inside of an element that contains its size and layout and that no flex box
 * or grid measures; so is a transform. Others may change with the beat of the figures, not with the hand.
 */
export async function changesOfThePage(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    const laysOutAlone = (element: Element) => {
      const style = getComputedStyle(element);
      const contains = /size/.test(style.contain) && /layout/.test(style.contain);
      const parent = getComputedStyle(element.parentElement ?? element).display;
      return contains && (style.position === 'absolute' || !/flex|grid/.test(parent));
    };
    const isContained = (element: Element | null): boolean =>
      element !== null && (laysOutAlone(element) || isContained(element.parentElement));
    const counts = new Map<Element, number>();
    const watcher = new MutationObserver((records) => {
      for (const { target, type, attributeName } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (!element || (type === 'attributes' && attributeName !== 'class')) continue;
        counts.set(element, (counts.get(element) ?? 0) + 1);
      }
    });
    const what = { subtree: true, childList: true, characterData: true, attributes: true };
    watcher.observe(document.body, what);
    const own = Element.prototype.getBoundingClientRect;
    let reads = 0;
    Element.prototype.getBoundingClientRect = function () {
      reads++;
      return own.call(this);
    };
    const began = performance.now();
    Object.assign(window, {
      tellChanges: (pause: number) => {
        watcher.disconnect();
        Element.prototype.getBoundingClientRect = own;
        const allowed = (performance.now() - began) / pause + 2;
        const abroad = [...counts].filter(([one, n]) => n > allowed && !isContained(one));
        const names = abroad.map(([one, n]) => `${one.tagName}.${one.className}: ${n} times`);
        return reads > 0 ? [...names, `the layout was read ${reads} times`] : names;
      },
    });
  });
  await act();
  return page.evaluate((pause) => {
    const { tellChanges } = window as unknown as { tellChanges(ms: number): string[] };
    return tellChanges(pause);
  }, beat);
}

/** The mouse goes to and fro, each step in a frame of its own. */
export async function sway(page: Page, from: Point, reach: Point, steps: number): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    const share = Math.sin(step / 4);
    await page.mouse.move(from.x + share * reach.x, from.y + share * reach.y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
