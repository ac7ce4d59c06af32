import type { CDPSession, Page } from 'playwright-core';

// What the page itself works while a hand drags, without the drawing of the bodies.

type Drawing = { draw?: () => void; invalidate(): void };

function setDrawing(page: Page, isOn: boolean): Promise<void> {
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
