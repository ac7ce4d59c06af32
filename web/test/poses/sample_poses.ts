import type { Spectrum } from '../../src/protocol/messages';
import type { PoseKey, PoseSource } from '../../src/shot/poses';

export function aPose(id: number, frame: number, name = `Pose ${id}`): PoseKey {
  const plain = { id, name, frame, handles: [], hold: 0, span: null, more_turns: null, met: 0 };
  return { ...plain, velocity: 'free' };
}

export function poses(...keys: PoseKey[]): PoseSource {
  return {
    frames: 61,
    modes: 20,
    free: true,
    share: null,
    preset: null,
    keys,
    holds: [],
    settings: {
      between: 'wiggly',
      shapes: 'rotation_strain',
      spectrum: {
        frequency: [{ place: 0, value: 0 }],
        damping: [{ place: 0, value: -0.7 }],
        stiffness: 1,
        rayleigh: null,
      },
      adjust: true,
      adjustment: { velocity: 1, frequency: 1, decay: 1, relative_velocity: false },
      rest_shift: 0,
      loop: false,
      centre: 'spline',
      gravity: [0, -9.81, 0],
      settles_at: 'poses',
    },
  };
}

// Modes whose frequencies grow with their number, 2 Hz to 40 Hz.
export function aSpectrum(count = 20): Spectrum {
  const material_hz = Array.from({ length: count }, (_, k) => 2 * 20 ** ((k / (count - 1)) ** 1.3));
  const [first, last] = [material_hz[0], material_hz[count - 1]];
  const all = (value: number) => material_hz.map(() => value);
  return {
    type: 'spectrum',
    material_hz,
    hz: material_hz,
    material_damping: all(0.15),
    damping: all(0.15),
    share: all(1 / count),
    place: material_hz.map((hz) => Math.log(hz / first) / Math.log(last / first)),
    rings_for: all(1),
    suited_stiffness: 6.25,
  };
}
