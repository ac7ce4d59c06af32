import { chromium, type BrowserContext, type Page } from 'playwright-core';
import '../src/views/expose';

// A Chromium that draws in software: pictures come slowly, so tests wait for state, never for time.
export async function startBrowser(profile: string): Promise<BrowserContext> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 0.5, // a quarter of the pixels to draw; the layout is that of 1280 by 800
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  await browser.addInitScript(() => {
    window.wantsRetakeTest = true;
  });
  return browser;
}

type Mark = {
  id: number;
  frame: number;
  vertex: number; // -1: a region
  target: number[];
  vertices: number[];
  weights: number[];
};

export type Facts = {
  connected: boolean;
  state: number;
  position: number;
  history: string[];
  wishes: Mark[];
  selected: number[];
  editFrame: number;
  playFrame: number;
  playing: boolean;
  frames: number;
  file: string;
  changed: boolean;
  recoveredEdits: number;
  problems: string[];
  jobs: number; // running
  met: boolean; // the selected layer has answered its handles
  poses: Posed | null;
  workspace: string;
};

export type Posed = {
  keys: {
    id: number;
    name: string;
    frame: number;
    hold: number;
    handles: number[];
    met: number | null;
    span: string | null; // its preset; empty: other curves; null: as all poses
  }[];
  preset: string | null;
  frequency: { place: number; value: number; slope?: number | null }[];
  chosen: number | null;
};

// What the page knows, in plain values.
export function factsOf(page: Page): Promise<Facts | null> {
  return page.evaluate(() => {
    const { editor } = window.retakeTest?.stage ?? {};
    const document = editor?.shot.document;
    const opened = editor?.shot.opened;
    if (!editor || !document || !opened) return null;
    const { poses } = document;
    const wishes = document.layers.flatMap((l) => (l.kind === 'green' ? l.wishes : []));
    const { selection, editFrame, playFrame, playing } = editor.view;
    return {
      ...{ editFrame, playFrame, playing, state: document.state, position: document.position },
      connected: editor.shot.connection === 'open',
      history: document.history.map(({ title }) => title),
      wishes: wishes.map(({ id, frame, vertex, target, vertices, weights }) => ({
        ...{ id, frame, vertex: vertex ?? -1, target: [...(target ?? [])] },
        ...{ vertices: [...(vertices ?? [])], weights: [...(weights ?? [])] },
      })),
      selected: [...selection.wishes],
      frames: opened.frames,
      file: document.file ?? '',
      changed: document.changed,
      recoveredEdits: opened.recovered?.edits ?? 0,
      problems: editor.shot.problems.map(({ what }) => what),
      jobs: editor.shot.jobs.length,
      met: editor.shot.reports[selection.layer ?? -1] !== undefined,
      workspace: editor.view.workspace,
      poses: poses
        ? {
            keys: poses.keys.map(({ id, name, frame, hold, handles, met, span }) => ({
              ...{ id, name, frame, hold, met: met ?? null },
              span: span ? (span.preset ?? '') : null,
              handles: handles.map(({ vertex }) => vertex),
            })),
            preset: poses.preset ?? null,
            frequency: poses.settings.spectrum.frequency.map((point) => ({ ...point })),
            chosen: editor.view.poses.chosen,
          }
        : null,
    };
  });
}

export async function until(
  page: Page,
  what: string,
  holds: (facts: Facts) => boolean,
  limitMs = 60_000,
): Promise<Facts> {
  const end = Date.now() + limitMs;
  let facts: Facts | null = null;
  while (Date.now() < end) {
    facts = await factsOf(page).catch(() => null);
    if (facts && holds(facts)) return facts;
    await page.waitForTimeout(50);
  }
  throw new Error(`never came to pass: ${what}; the page knows ${JSON.stringify(facts)}`);
}

// Until the left view has a body to take hold of.
export function bodyIsThere(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () => window.retakeTest!.stage.editor.vertices.frame(0) !== undefined,
  );
}

type Spot = { vertex: number; x: number; y: number };

// Vertices that can be seen, clicked and moved: of those that picking finds at their own place, the
// farthest from the pins, and so many pixels from each other.
export function clickableVertices(page: Page, count: number, apart: number): Promise<Spot[]> {
  return page.evaluate(
    ([wanted, distance]) => {
      const test = window.retakeTest!;
      const { positions, surfaceVertices } = test.hand.body()!;
      const { pins } = test.stage.editor.shot.opened!;
      const away = (a: number, b: number) =>
        Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));
      const freedom = new Map(
        [...surfaceVertices].map((v) => [v, Math.min(...pins.map((pin) => away(v, pin)))]),
      );
      const freest = [...surfaceVertices].sort((a, b) => freedom.get(b)! - freedom.get(a)!);
      const found: Spot[] = [];
      for (const vertex of freest) {
        const { x, y } = test.screenOf(vertex);
        const isApart = found.every((other) => Math.hypot(other.x - x, other.y - y) >= distance);
        if (isApart && test.pickAt(x, y) === vertex) found.push({ vertex, x, y });
        if (found.length === wanted) break;
      }
      return found;
    },
    [count, apart] as const,
  );
}

export async function clickableVertex(page: Page): Promise<Spot> {
  return (await clickableVertices(page, 1, 0))[0];
}

// Where a vertex of the frame under edit is on the page now.
export function screenOf(page: Page, vertex: number): Promise<{ x: number; y: number }> {
  return page.evaluate((v) => window.retakeTest!.screenOf(v), vertex);
}

// The way of a vertex through all frames, three numbers a frame.
export function trailOf(page: Page, vertex: number, what: 'result' | 'input'): Promise<number[]> {
  return page.evaluate(
    async ([v, w]) => {
      const { link } = window.retakeTest!.stage.editor;
      const answer = await link.ask({ type: 'trail', vertices: [v], weights: [1], what: w });
      return Array.from((answer as unknown as { numbers: Float32Array }).numbers);
    },
    [vertex, what] as const,
  );
}

// Looks at each frame of the result in turn; the frames that came, with the document's state each shows.
export function lookAtEachFrame(page: Page): Promise<{ frame: number; revision: number }[]> {
  return page.evaluate(async () => {
    const { editor } = window.retakeTest!.stage;
    const seen: { frame: number; revision: number }[] = [];
    for (let frame = 0; frame < editor.shot.opened!.frames; frame++) {
      const came = new Promise<void>((resolve) => {
        const end = editor.vertices.onFrame((body) => {
          if (body.stream !== 15 || body.frame !== frame || body.draft) return;
          seen.push({ frame, revision: body.revision });
          end();
          resolve();
        });
      });
      editor.looks.look(15, { frame, what: 'result' });
      await came;
    }
    editor.looks.lookAway(15);
    return seen;
  });
}

// The body of the frame under edit as the document has it now, and no draft of it.
export function bodyNow(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const { editor } = window.retakeTest!.stage;
    const came = new Promise<number[]>((resolve) => {
      const end = editor.vertices.onFrame(({ stream, draft, simulation }) => {
        if (stream !== 15 || draft) return;
        end();
        resolve(Array.from(simulation.positions));
      });
    });
    editor.looks.look(15, { frame: editor.view.editFrame, what: 'result' });
    const body = await came;
    editor.looks.lookAway(15);
    return body;
  });
}
