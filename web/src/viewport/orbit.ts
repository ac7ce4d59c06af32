import type { Preset } from '../document/stage_acts';
import type { Vec3 } from '../shot/shot';
import { add, cross, length, normalize, scale, sub } from './vec';

// A camera that turns around a target. y is up; azimuth 0 looks along -z, elevation is up.
export type Orbit = {
  target: Vec3;
  distance: number; // m
  azimuth: number; // rad, counter-clockwise seen from above
  elevation: number; // rad
  fov: number; // degrees, vertical, in a view at least `fitAspect` wide
};

// Views narrower than this see as much to the sides as one of this shape, and more above and below.
export const fitAspect = 1.3;

const steepest = Math.PI / 2 - 1e-4;
const radiansPerPixel = 0.0085;

export function orbitFrom(eye: Vec3, target: Vec3, fov: number): Orbit {
  const away = sub(eye, target);
  const distance = length(away);
  const elevation = Math.asin(Math.max(-1, Math.min(1, away[1] / distance)));
  return { target, distance, azimuth: Math.atan2(away[0], away[2]), elevation, fov };
}

// Unit vectors of the screen: right, up, and towards the viewer.
export function axesOf({ azimuth, elevation }: Orbit): { right: Vec3; up: Vec3; back: Vec3 } {
  const flat = Math.cos(elevation);
  const back: Vec3 = [flat * Math.sin(azimuth), Math.sin(elevation), flat * Math.cos(azimuth)];
  const right: Vec3 = [Math.cos(azimuth), 0, -Math.sin(azimuth)];
  return { right, up: cross(back, right), back };
}

export function eyeOf(orbit: Orbit): Vec3 {
  return add(orbit.target, scale(axesOf(orbit).back, orbit.distance));
}

export function verticalFov(orbit: Orbit, aspect: number): number {
  const half = Math.tan((orbit.fov * Math.PI) / 360) * Math.max(1, fitAspect / aspect);
  return (Math.atan(half) * 360) / Math.PI;
}

export function turned(orbit: Orbit, dx: number, dy: number): Orbit {
  const elevation = orbit.elevation + dy * radiansPerPixel;
  return {
    ...orbit,
    azimuth: orbit.azimuth - dx * radiansPerPixel,
    elevation: Math.max(-steepest, Math.min(steepest, elevation)),
  };
}

// Pixels of the view; what lies at the target's depth stays under the cursor.
export function panned(orbit: Orbit, dx: number, dy: number, width: number, height: number): Orbit {
  const half = Math.tan((verticalFov(orbit, width / height) * Math.PI) / 360);
  const metres = (2 * orbit.distance * half) / height;
  const { right, up } = axesOf(orbit);
  const move = add(scale(right, -dx * metres), scale(up, dy * metres));
  return { ...orbit, target: add(orbit.target, move) };
}

export function zoomed(orbit: Orbit, factor: number, size: number): Orbit {
  const distance = orbit.distance * factor;
  return { ...orbit, distance: Math.max(0.02 * size, Math.min(50 * size, distance)) };
}

const presets: Record<Preset, [number, number]> = {
  front: [0, 0],
  back: [Math.PI, 0],
  right: [Math.PI / 2, 0],
  left: [-Math.PI / 2, 0],
  top: [0, steepest],
  bottom: [0, -steepest],
};

export function lookedFrom(orbit: Orbit, preset: Preset): Orbit {
  const [azimuth, elevation] = presets[preset];
  return { ...orbit, azimuth, elevation };
}

// A ball around `center` fills most of the view.
export function framed(orbit: Orbit, center: Vec3, radius: number): Orbit {
  const half = Math.sin((orbit.fov * Math.PI) / 360);
  return { ...orbit, target: center, distance: (1.15 * Math.max(radius, 1e-3)) / half };
}

// The direction that the preset nearest to `towards` looks from; for clicks on the orientation ball.
export function presetAlong(towards: Vec3): Preset {
  const [x, y, z] = normalize(towards);
  const names: [Preset, number][] = [
    ['right', x],
    ['left', -x],
    ['top', y],
    ['bottom', -y],
    ['front', z],
    ['back', -z],
  ];
  return names.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
