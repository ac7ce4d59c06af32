import * as is from '../json/shape';

// What an artist sees of a source of poses (docs/protocol.md, "Poses"): no numbers of shapes.

const vec3 = is.tuple(is.number, 3);

const curvePoint = is.object({ place: is.number, value: is.number }, { slope: is.number });
/**
 * Of a curve over the spectrum. Place 0 is the softest mode, 1 the stiffest; value -1 to 1. Without
 * a slope (value per place) the curve goes as it suits.
 */
export type CurvePoint = is.Checked<typeof curvePoint>;
export type Curve = CurvePoint[];

const spectrumControls = is.object(
  { frequency: is.list(curvePoint), damping: is.list(curvePoint), stiffness: is.number },
  { rayleigh: is.nullable(is.object({ stiffness: is.number, mass: is.number })) },
);
export type SpectrumControls = is.Checked<typeof spectrumControls>;

export const betweens = ['wiggly', 'swing'] as const;
export const centres = ['linear', 'spline', 'ballistic'] as const;
export const resting = ['poses', 'rest'] as const;

const adjustment = is.object(
  { velocity: is.number, frequency: is.number, decay: is.number },
  { relative_velocity: is.truth },
);

// How dear each part is over the spectrum: the weight times 100 to its power.
const numberOrCurve = is.either(is.number, is.list(curvePoint));
const adjustmentCurves = is.object({
  velocity: numberOrCurve,
  frequency: numberOrCurve,
  decay: numberOrCurve,
});
export type AdjustmentCurves = is.Checked<typeof adjustmentCurves>;

const poseSettings = is.object(
  {
    between: is.oneOf(betweens),
    shapes: is.oneOf(['rotation_strain', 'linear', 'modal_warping']),
    spectrum: spectrumControls,
    adjust: is.truth,
    adjustment,
    rest_shift: is.number,
    loop: is.truth,
    centre: is.oneOf(centres),
    gravity: vec3,
  },
  { settles_at: is.oneOf(resting), adjustment_curves: adjustmentCurves },
);
export type PoseSettings = is.Checked<typeof poseSettings>;

const poseHandle = is.object({ vertex: is.whole, target: vec3 });
export type PoseHandle = is.Checked<typeof poseHandle>;

export const velocities = ['free', 'still', 'given'] as const;

const spanCurves = is.object(
  { frequency: is.list(curvePoint), damping: is.list(curvePoint) },
  { preset: is.nullable(is.text) }, // the one that they equal
);
/** What the way from a pose to the next has of its own. */
export type SpanCurves = is.Checked<typeof spanCurves>;

const poseKey = is.object(
  {
    id: is.whole,
    name: is.text,
    frame: is.whole,
    velocity: is.oneOf(velocities),
    handles: is.list(poseHandle),
    hold: is.whole, // frames for which the body stays about it
  },
  {
    span: is.nullable(spanCurves), // of the way to the next pose; null: as all
    more_turns: is.nullable(is.whole), // null: not said
    met: is.nullable(is.number), // m: how far the motion is from it; null: nobody has looked yet
  },
);
export type PoseKey = is.Checked<typeof poseKey>;

const poseHold = is.object({ name: is.text, vertices: is.list(is.whole) });
export type PoseHold = is.Checked<typeof poseHold>;

export const poseSource = is.object(
  {
    frames: is.whole,
    modes: is.whole,
    free: is.truth, // no pins: turns and the path of the centre matter
    keys: is.list(poseKey), // frames rise
    holds: is.list(poseHold),
    settings: poseSettings,
  },
  { fps: is.number, share: is.nullable(is.number), preset: is.nullable(is.text) },
);
export type PoseSource = is.Checked<typeof poseSource>;

export const posePreset = is.object(
  { name: is.text, what: is.text, between: is.oneOf(betweens), spectrum: spectrumControls },
  { settles_at: is.oneOf(resting) },
);
export type PosePreset = is.Checked<typeof posePreset>;

// A number for each mode of the poses.
const perMode = is.list(is.number);
export const spectrumShape = is.object({
  material_hz: perMode,
  material_damping: perMode, // ratio of critical
  hz: perMode,
  damping: perMode,
  share: perMode, // of what moves; sums to 1
  place: perMode, // on the curves, 0 to 1
  rings_for: is.list(is.nullable(is.number)), // s, until a tenth is left; null: for ever
  suited_stiffness: is.number, // with which presets feel as they are meant to
});

// Where the shape of a new pose comes from.
export type PoseOrigin =
  | { frame: number; what?: 'result' | 'input' }
  | { pose: number }
  | { mirror: number; axis: 'x' | 'y' | 'z' }
  | { blend: [number, number]; share: number }
  | { drop: string; file: string }
  | 'rest';
