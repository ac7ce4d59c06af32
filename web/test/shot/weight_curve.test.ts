import { describe, expect, it } from 'vitest';
import type { Envelope, WeightCurve } from '../../src/shot/shot';
import {
  ease,
  envelopeAt,
  weightAt,
  withKey,
  withKeyMoved,
  withoutKey,
} from '../../src/shot/weight_curve';

const ramp: WeightCurve = {
  easing: 'smooth',
  keys: [
    { frame: 10, value: 0 },
    { frame: 20, value: 1 },
    { frame: 40, value: 0.5 },
  ],
};

describe('weight curve', () => {
  it('is 1 everywhere without keys', () => {
    for (const frame of [-5, 0, 1000]) {
      expect(weightAt({ easing: 'smooth', keys: [] }, frame)).toBe(1);
    }
  });

  it('passes through its keys and stays constant outside of them', () => {
    for (const { frame, value } of ramp.keys) expect(weightAt(ramp, frame)).toBe(value);
    expect(weightAt(ramp, -3)).toBe(0);
    expect(weightAt(ramp, 99)).toBe(0.5);
  });

  it('never leaves the range between two neighbouring keys', () => {
    for (let frame = 10; frame <= 20; ++frame) {
      expect(weightAt(ramp, frame)).toBeGreaterThanOrEqual(0);
      expect(weightAt(ramp, frame)).toBeLessThanOrEqual(1);
    }
  });

  it('has the values of the program half and a quarter of the way', () => {
    expect(weightAt(ramp, 15)).toBeCloseTo(0.5, 12);
    expect(weightAt(ramp, 25)).toBeCloseTo(1 - 0.5 * 0.15625, 12); // ease(1/4) = 5/32
    expect(weightAt({ ...ramp, easing: 'linear' }, 12)).toBeCloseTo(0.2, 12);
  });

  it('eases at rest at both ends and symmetrically about the middle', () => {
    for (const s of [0.1, 0.3, 0.45])
      expect(ease(s, 'smooth') + ease(1 - s, 'smooth')).toBeCloseTo(1);
    expect(ease(1e-4, 'smooth') / 1e-4).toBeLessThan(1e-3);
    expect(ease(-1, 'smooth')).toBe(0);
    expect(ease(2, 'linear')).toBe(1);
  });
});

describe('envelope', () => {
  const envelope: Envelope = { hold: [20, 30], ease_in: 10, ease_out: 4, easing: 'smooth' };

  it('is whole on hold and exactly nothing from the ends of its easing on', () => {
    for (const frame of [20, 25, 30]) expect(envelopeAt(envelope, frame)).toBe(1);
    for (const frame of [0, 10, 34, 90]) expect(envelopeAt(envelope, frame)).toBe(0);
    for (const frame of [11, 19, 31, 33]) expect(envelopeAt(envelope, frame)).toBeGreaterThan(0);
  });

  it('comes and goes at once with an easing of 0 or 1 frames', () => {
    for (const frames of [0, 1]) {
      const sudden = { ...envelope, ease_in: frames };
      expect([19, 20].map((frame) => envelopeAt(sudden, frame))).toEqual([0, 1]);
    }
  });
});

describe('keys of a weight curve', () => {
  it('stay in order of frames whatever is put in', () => {
    const curve = withKey(ramp, { frame: 15, value: 0.3 });
    expect(curve.keys.map((key) => key.frame)).toEqual([10, 15, 20, 40]);
  });

  it('are one a frame: the new one takes the place', () => {
    expect(withKey(ramp, { frame: 20, value: 0.7 }).keys).toHaveLength(3);
    const moved = withKeyMoved(ramp, 20, { frame: 40, value: 0.9 });
    expect(moved.keys).toEqual([ramp.keys[0], { frame: 40, value: 0.9 }]);
  });

  it('come back as they were when one is added and taken away', () => {
    expect(withoutKey(withKey(ramp, { frame: 33, value: 0 }), 33)).toEqual(ramp);
  });
});
