import type { StageActs } from '../document/stage_acts';
import type { Vec3 } from '../shot/shot';
import { streams } from '../document/vertices';
import { fitted } from '../viewport/fit';
import { framed, lookedFrom } from '../viewport/orbit';
import type { Stage } from '../viewport/stage';
import { distance } from '../viewport/vec';
import type { Interaction } from './interaction';

// The acts that other parts of the page may ask of the views.
export function stageActs(stage: Stage, hand: Interaction): StageActs {
  const { editor } = stage;
  const here = () => editor.view.activeView;
  const frame = (center: Vec3, radius: number) =>
    stage.setOrbit(here(), framed(stage.view(here()).orbit, center, radius));
  const frameAll = () => {
    const view = stage.view(here());
    const body = editor.vertices.frame(here() === 'edit' ? streams.edit : streams.play);
    if (!body) return;
    stage.setOrbit(here(), fitted(view.orbit, body.simulation.positions, view.projector, true));
  };
  return {
    grab: () => hand.grab(),
    boxSelect: () => hand.arm('box'),
    circleSelect: () => hand.arm('circle'),
    frameAll,
    frameSelected() {
      const places = hand
        .marks()
        .filter((mark) => mark.selected)
        .map((mark) => mark.place);
      const size = editor.shot.opened?.size ?? 1;
      if (places.length === 0) return frameAll();
      const sum = places.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
      const center = sum.map((x) => x / places.length) as Vec3;
      frame(center, Math.max(0.2 * size, ...places.map((place) => distance(place, center))));
    },
    lookFrom: (preset) => stage.setOrbit(here(), lookedFrom(stage.view(here()).orbit, preset)),
    busy: () => hand.busy,
  };
}
