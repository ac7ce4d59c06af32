import { afterEach, beforeEach, vi } from 'vitest';

// Stands in for the browser's window and its animation frames: `tick` shows the next picture.
export class BrowserClock {
  now = 1000; // ms
  private waiting = new Map<number, (now: number) => void>();
  private next = 1;

  tick(ms: number): void {
    this.now += ms;
    const due = [...this.waiting.values()];
    this.waiting.clear();
    for (const act of due) act(this.now);
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  install(): void {
    this.waiting.clear();
    vi.stubGlobal('requestAnimationFrame', (act: (now: number) => void) => {
      this.waiting.set(this.next, act);
      return this.next++;
    });
    vi.stubGlobal('cancelAnimationFrame', (id: number) => this.waiting.delete(id));
    vi.stubGlobal('window', new EventTarget());
    vi.spyOn(performance, 'now').mockImplementation(() => this.now);
  }
}

// A clock for the tests of one file.
export function browserClock(): BrowserClock {
  const clock = new BrowserClock();
  beforeEach(() => clock.install());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return clock;
}
