import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { bodyIsThere, startBrowser, until } from './browser';
import { startProgram, type Program } from './program';

// The program and a browser beside it, in a folder of their own that goes with them. A test may put
// another program in the place of one that it has killed.
export class Session {
  private constructor(
    readonly folder: string,
    public program: Program,
    private readonly browser: BrowserContext,
    readonly page: Page,
  ) {}

  static async start(args: string[]): Promise<Session> {
    const folder = mkdtempSync(join(tmpdir(), 'retake-e2e-'));
    const program = await startProgram(args, folder);
    try {
      const browser = await startBrowser(join(folder, 'profile'));
      const page = browser.pages()[0] ?? (await browser.newPage());
      return new Session(folder, program, browser, page);
    } catch (error) {
      await program.kill('SIGINT');
      throw error;
    }
  }

  // The built-in beam open in the page, its motion standing still.
  static async onPausedBeam(): Promise<Session> {
    const session = await Session.start(['demo', 'beam']);
    const { page } = session;
    await page.goto(session.program.address);
    await until(page, 'a shot is open', ({ connected }) => connected);
    await bodyIsThere(page);
    await page.keyboard.press('Space');
    await until(page, 'it pauses', ({ playing }) => !playing);
    return session;
  }

  // The same, in the poses workspace.
  static async onBeamForPoses(): Promise<Session> {
    const session = await Session.onPausedBeam();
    await session.page.keyboard.press('Shift+Digit2');
    await until(session.page, 'the poses workspace', ({ workspace }) => workspace === 'poses');
    return session;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.program.kill('SIGINT').catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
