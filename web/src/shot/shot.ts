import * as is from '../json/shape';

// What a shot holds (docs/shot.md), as the program sends it: lengths in metres, frames from 0.

export const vec3 = is.tuple(is.number, 3);
export type Vec3 = is.Checked<typeof vec3>;

export const easing = is.oneOf(['linear', 'smooth']);

const point = {
  vertex: is.whole,
  radius: is.number,
  vertices: is.list(is.whole),
  weights: is.list(is.number),
};

export const wish = is.object(
  { id: is.whole, frame: is.whole },
  {
    kind: is.oneOf(['position', 'relative', 'velocity', 'pin', 'pose']),
    name: is.text,
    ...point,
    other: is.object({}, point),
    target: vec3,
    axes: is.text,
    direction: vec3,
    directions: is.list(vec3),
    weight: is.number,
    enabled: is.truth,
    stiff_axes: is.oneOf(['free', 'locked']),
    pose: is.either(is.text, is.list(is.number)),
    first_vertex: is.whole, // of the body that a pose is of
  },
);
export type Wish = is.Checked<typeof wish>;

export const settings = is.object(
  {
    modes: is.whole,
    cost: is.object({
      kind: is.oneOf(['dynamics', 'paper_dynamics', 'smooth']),
      ends: is.oneOf(['both', 'start', 'loop']),
      damping: is.object({ ratio: is.number, mass: is.number, stiffness: is.number }),
      timestep: is.number,
      reach: is.number,
      smoothness: is.number,
      shortest_edit: is.number,
      taper_start: is.whole,
      taper_end: is.whole,
    }),
    exact_handles: is.truth,
    filter: is.number,
    contacts: is.object({
      from: is.oneOf(['none', 'source', 'detect']),
      kind: is.oneOf(['sliding', 'sticking']),
      self_contact: is.truth,
      one_sided: is.truth,
      detection_distance: is.number,
      cluster: is.truth,
      cluster_frames: is.whole,
      cluster_radius: is.number,
    }),
  },
  { window: is.tuple(is.whole, 2), region: is.list(is.whole) },
);
export type Settings = is.Checked<typeof settings>;

export const weightCurve = is.object({
  keys: is.list(is.object({ frame: is.whole, value: is.number })),
  easing,
});
export type WeightCurve = is.Checked<typeof weightCurve>;

// What every layer has, whatever its kind.
export const headFields = { id: is.whole, name: is.text, muted: is.truth, solo: is.truth };
export const headOptions = { weight: weightCurve };
export type LayerHead = {
  id: number;
  name: string;
  muted: boolean;
  solo: boolean;
  kind: string;
} & {
  weight?: WeightCurve | null;
};

export const envelope = is.object({
  hold: is.tuple(is.whole, 2),
  ease_in: is.whole,
  ease_out: is.whole,
  easing,
});
export type Envelope = is.Checked<typeof envelope>;

export const delta = is.object(
  { id: is.whole, frame: is.whole, displacement: vec3 },
  { name: is.text, ...point },
);
export type Delta = is.Checked<typeof delta>;
