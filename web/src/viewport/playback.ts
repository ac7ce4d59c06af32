import { batch, createEffect, untrack } from 'solid-js';
import type { Editor } from '../document/editor';
import { streams } from '../document/vertices';
import type { PlayMode } from '../document/view_state';

// Where the play clock stands `steps` frames after `first`. Fractions of a frame are dropped.
export function playedFrame(
  steps: number,
  [first, last]: [number, number],
  mode: PlayMode,
): { frame: number; over: boolean } {
  const count = last - first + 1;
  const whole = Math.max(0, Math.floor(steps)); // clocks of the browser may step back
  if (mode === 'once') return { frame: Math.min(last, first + whole), over: whole >= count - 1 };
  if (mode === 'loop' || count === 1) return { frame: first + (whole % count), over: false };
  const turn = whole % (2 * count - 2);
  return { frame: first + (turn < count ? turn : 2 * count - 2 - turn), over: false };
}

// Runs while the right view plays. In real time it shows the clock's frame and drops what comes too
// late; with every frame it waits for each before it asks for the next.
export class Playback {
  shownFps = 0;
  private steps = 0; // of the clock since the start of the range, with their fraction
  private last = 0; // ms, of the tick before
  private request = 0;
  private set = ''; // frame and range as the clock left them
  private shown: number[] = []; // times of the last frames, ms

  constructor(private readonly editor: Editor) {}

  // Starts and stops with the view state. To be called inside a reactive root.
  follow(): void {
    const { view, shot } = this.editor;
    createEffect(() => {
      const wanted = view.playing && shot.opened !== null;
      untrack(() => (wanted ? this.start() : this.stop()));
    });
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  // A frame of the right view has come.
  arrived(now: number): void {
    this.shown = [...this.shown, now].filter((time) => time > now - 1000).slice(-130);
    this.shownFps = this.shown.length;
  }

  private start(): void {
    const { range, playMode } = this.editor.view;
    this.seek();
    if (playMode === 'once' && this.steps >= range[1] - range[0]) this.steps = 0;
    this.last = performance.now();
    this.request ||= requestAnimationFrame((now) => this.tick(now));
  }

  // The clock goes on from where the cursor stands, or from the start of the range.
  private seek(): void {
    const { range } = this.editor.view;
    const frame = this.editor.view[this.clock];
    const inside = frame >= range[0] && frame <= range[1];
    this.steps = inside ? frame - range[0] : 0;
    this.set = this.setting();
  }

  private setting(): string {
    const { range, playMode } = this.editor.view;
    return [this.editor.view[this.clock], ...range, playMode].join(' ');
  }

  // Other workspaces than edit have one large view: there the frame under edit plays.
  private get clock(): 'playFrame' | 'editFrame' {
    return this.editor.view.workspace === 'edit' ? 'playFrame' : 'editFrame';
  }

  private tick(now: number): void {
    this.request = requestAnimationFrame((next) => this.tick(next));
    const { view, shot, vertices } = this.editor;
    const fps = shot.opened?.fps ?? 30;
    if (this.set !== this.setting()) this.seek(); // a hand has been at the cursor or the range
    const { clock } = this;
    const stream = clock === 'playFrame' ? streams.play : streams.edit;
    const here = vertices.frame(stream)?.frame === view[clock];
    // The first tick may carry a time from before the start.
    if (!view.everyFrame) this.steps += (Math.max(0, now - this.last) / 1000) * fps;
    else if (here) this.steps = Math.floor(this.steps) + 1;
    this.last = now;
    const { frame, over } = playedFrame(this.steps, view.range, view.playMode);
    batch(() => {
      if (frame !== view[clock]) this.editor.setView(clock, frame);
      if (over) this.editor.setView('playing', false);
    });
    this.set = this.setting();
  }
}
