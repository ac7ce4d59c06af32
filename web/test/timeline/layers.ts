// Layers for tests.
import type { BlendLayer } from '../../src/shot/layers/blend';
import type { GreenLayer } from '../../src/shot/layers/green';

type Choices = {
  window?: [number, number];
  ends?: 'both' | 'start' | 'loop';
  taper_start?: number;
  taper_end?: number;
};

/** A green layer, id 1, with handles of ids 10, 11, … at the frames. */
export function green(choices: Choices, frames: number[] = []): GreenLayer {
  const { window, ends = 'both', taper_start = -1, taper_end = -1 } = choices;
  return {
    id: 1,
    name: 'Reach up',
    kind: 'green',
    muted: false,
    solo: false,
    wishes: frames.map((frame, i) => ({ id: 10 + i, frame, vertex: 7, target: [0, 1, 2] })),
    settings: {
      ...(window && { window }),
      modes: 300,
      cost: {
        kind: 'dynamics',
        ends,
        damping: { ratio: 0.15, mass: 0, stiffness: 0 },
        timestep: 0,
        reach: 0,
        smoothness: 1,
        shortest_edit: 0.375,
        taper_start,
        taper_end,
      },
      exact_handles: true,
      filter: 0.01,
      contacts: {
        from: 'source',
        kind: 'sliding',
        self_contact: false,
        one_sided: true,
        detection_distance: 2e-3,
        cluster: true,
        cluster_frames: 12,
        cluster_radius: 0.1,
      },
    },
  };
}

export function blend(): BlendLayer {
  return {
    id: 2,
    name: 'Settle tail',
    kind: 'blend',
    muted: false,
    solo: false,
    envelope: { hold: [124, 140], ease_in: 14, ease_out: 28, easing: 'smooth' },
    space: 'world',
    deltas: [],
  };
}
