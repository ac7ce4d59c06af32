import type { Opened, ShotDocument } from '../src/protocol/messages';
import type { GreenLayer } from '../src/shot/layers/green';
import type { Settings, Wish } from '../src/shot/shot';

// Messages as the program would send them.

export const settings: Settings = {
  modes: 200,
  cost: {
    kind: 'dynamics',
    ends: 'both',
    damping: { ratio: 0.15, mass: 0, stiffness: 0 },
    timestep: 0,
    reach: 1.75,
    smoothness: 1,
    shortest_edit: 0.375,
    taper_start: -1,
    taper_end: -1,
  },
  exact_handles: true,
  filter: 0.01,
  contacts: {
    from: 'none',
    kind: 'sliding',
    self_contact: false,
    one_sided: false,
    detection_distance: 0.01,
    cluster: true,
    cluster_frames: 3,
    cluster_radius: 0.05,
  },
};

export function aWish(id: number, frame = 10): Wish {
  return { id, frame, kind: 'position', name: `Handle ${id}`, vertex: 3, target: [1, 2, 3] };
}

export function aLayer(id: number, wishes: Wish[]): GreenLayer {
  return { id, name: `Edit ${id}`, kind: 'green', muted: false, solo: false, settings, wishes };
}

export function aDocument(wishes: Wish[], state = 2): ShotDocument {
  return {
    type: 'document',
    state,
    name: 'beam',
    changed: true,
    layers: [aLayer(1, wishes)],
    history: [{ title: 'Open', state: 1 }],
    position: 0,
  };
}

export function anOpened(name = 'beam'): Opened {
  return {
    type: 'opened',
    name,
    vertices: 4,
    tets: 1,
    frames: 61,
    fps: 30,
    size: 2,
    center: [0, 1, 0],
    pins: [0],
    view: { eye: [3, 2, 4], target: [0, 1, 0], fov: 30 },
    color: [0.5, 0.6, 0.7],
    source: { kind: 'simulate' },
    obstacles: [],
    props: [],
    render_surface: false,
    modes: { count: 20, hz: [1, 2] },
  };
}
