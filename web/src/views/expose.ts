import { unwrap } from 'solid-js/store';
import { streams } from '../document/vertices';
import type { Interaction } from '../tools/interaction';
import type { Stage } from '../viewport/stage';
import { vertexAt } from '../viewport/vec';

// What tests in a browser need to find their way: where vertices are on the screen, and the state.
export type TestDoor = {
  stage: Stage;
  hand: Interaction;
  // CSS pixels of the page.
  screenOf(vertex: number): { x: number; y: number };
  pickAt(x: number, y: number): number | null;
  state(): unknown;
};

declare global {
  interface Window {
    retakeTest?: TestDoor;
    wantsRetakeTest?: boolean; // set before the page's own scripts, by who drives the browser
  }
}

export function exposeForTests(stage: Stage, hand: Interaction, signal: AbortSignal): void {
  if (!window.wantsRetakeTest) return;
  signal.addEventListener('abort', () => delete window.retakeTest);
  const { editor, edit } = stage;
  const box = () => edit.parts.host.getBoundingClientRect();
  window.retakeTest = {
    stage,
    hand,
    screenOf(vertex) {
      const positions = editor.vertices.frame(streams.edit)!.simulation.positions;
      const { x, y } = edit.projector.project(vertexAt(positions, vertex));
      return { x: x + box().left, y: y + box().top };
    },
    pickAt(x, y) {
      const hit = hand.hitAt({ x: x - box().left, y: y - box().top });
      return hit.kind === 'vertex' ? hit.vertex : null;
    },
    state: () => structuredClone({ view: unwrap(editor.view), shot: unwrap(editor.shot) }),
  };
}
