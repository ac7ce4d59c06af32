import {
  either,
  list,
  number,
  object,
  oneOf,
  text,
  truth,
  tuple,
  whole,
  type Check,
  type Checked,
} from './shape';

// What a shot holds (docs/shot.md), as the program sends it: lengths in metres, frames from 0.

export const vec3 = tuple(number, 3);
export type Vec3 = Checked<typeof vec3>;

export const easing = oneOf(['linear', 'smooth']);

const point = {
  vertex: whole,
  radius: number,
  vertices: list(whole),
  weights: list(number),
};

export const wish = object(
  { id: whole, frame: whole },
  {
    kind: oneOf(['position', 'relative', 'velocity', 'pin', 'pose']),
    name: text,
    ...point,
    other: object({}, point),
    target: vec3,
    axes: text,
    direction: vec3,
    directions: list(vec3),
    weight: number,
    enabled: truth,
    stiff_axes: oneOf(['free', 'locked']),
    pose: either(text, list(number)),
  },
);
export type Wish = Checked<typeof wish>;

export const settings = object(
  {
    modes: whole,
    cost: object({
      kind: oneOf(['dynamics', 'paper_dynamics', 'smooth']),
      ends: oneOf(['both', 'start', 'loop']),
      damping: object({ ratio: number, mass: number, stiffness: number }),
      timestep: number,
      reach: number,
      smoothness: number,
      taper_start: whole,
      taper_end: whole,
    }),
    exact_handles: truth,
    filter: number,
    contacts: object({
      from: oneOf(['none', 'source', 'detect']),
      kind: oneOf(['sliding', 'sticking']),
      self_contact: truth,
      one_sided: truth,
      detection_distance: number,
      cluster: truth,
      cluster_frames: whole,
      cluster_radius: number,
    }),
  },
  { window: tuple(whole, 2), region: list(whole) },
);
export type Settings = Checked<typeof settings>;

export const weightCurve = object({
  keys: list(object({ frame: whole, value: number })),
  easing,
});
export type WeightCurve = Checked<typeof weightCurve>;

const layerHead = { id: whole, name: text, muted: truth, solo: truth };

export const greenLayer = object(
  { ...layerHead, kind: oneOf(['green']), settings, wishes: list(wish) },
  { weight: weightCurve },
);
export type GreenLayer = Checked<typeof greenLayer>;

export const envelope = object({
  hold: tuple(whole, 2),
  ease_in: whole,
  ease_out: whole,
  easing,
});
export type Envelope = Checked<typeof envelope>;

export const delta = object(
  { id: whole, frame: whole, displacement: vec3 },
  { name: text, ...point },
);
export type Delta = Checked<typeof delta>;

export const blendLayer = object(
  {
    ...layerHead,
    kind: oneOf(['blend']),
    envelope,
    space: oneOf(['world', 'local']),
    deltas: list(delta),
  },
  { weight: weightCurve },
);
export type BlendLayer = Checked<typeof blendLayer>;

export type Layer = GreenLayer | BlendLayer;
export const layer: Check<Layer> = (value, where) => {
  const kind = object({ kind: oneOf(['green', 'blend']) })(value, where).kind;
  return kind === 'green' ? greenLayer(value, where) : blendLayer(value, where);
};
