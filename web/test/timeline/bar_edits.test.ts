import { describe, expect, it } from 'vitest';
import type { Layer } from '../../src/shot/layer';
import { tapers } from '../../src/shot/layers/green';
import type { BlendLayer } from '../../src/shot/layers/blend';
import type { GreenLayer } from '../../src/shot/layers/green';
import type { Grip } from '../../src/shot/layer_kind';
import {
  barEdit,
  grips,
  marks,
  marksEdit,
  withBarMoved,
  withGrip,
  withMark,
  withMarksMoved,
} from '../../src/timeline/bar_edits';
import { activeLayers, affectedFrames, outline, presence } from '../../src/timeline/layer_shape';
import { blend, green } from './layers';

const frameCount = 241;
const all: Grip[] = ['first', 'ease_in', 'ease_out', 'last'];
const places = (layer: Layer) => grips(layer, frameCount).map((grip) => grip.frame);

describe('bar of a layer', () => {
  it('is nothing outside of its window and whole between its easing', () => {
    const layer = green({ window: [44, 172], taper_start: 16, taper_end: 22 });
    expect(affectedFrames(layer, frameCount)).toEqual({ first: 44, last: 172 });
    for (const frame of [0, 43, 173, 240]) expect(presence(layer, frame, frameCount)).toBe(0);
    for (const frame of [60, 100, 150]) expect(presence(layer, frame, frameCount)).toBe(1);
  });

  it('rises and falls without a jump', () => {
    for (const layer of [green({ window: [44, 172], taper_start: 16, taper_end: 22 }), blend()]) {
      const heights = outline(layer, frameCount).map((point) => point.height);
      for (let i = 1; i < heights.length; ++i) {
        expect(Math.abs(heights[i] - heights[i - 1])).toBeLessThan(0.2);
      }
      expect(heights[0]).toBe(0);
      expect(heights.at(-1)).toBe(0);
    }
  });

  it('takes its weight curve along', () => {
    const weight = { easing: 'linear' as const, keys: [{ frame: 100, value: 0.5 }] };
    expect(presence({ ...green({}), weight }, 90, frameCount)).toBe(0.5);
  });

  it('softens by itself only edges inside of the motion, up to the nearest handle', () => {
    expect(tapers(green({}), frameCount)).toEqual({ start: 0, end: 0 });
    const window: [number, number] = [44, 172];
    expect(tapers(green({ window }), frameCount)).toEqual({ start: 10, end: 10 });
    expect(tapers(green({ window }, [50]), frameCount)).toEqual({ start: 4, end: 10 });
    expect(tapers(green({ window, ends: 'start' }), frameCount)).toEqual({ start: 10, end: 0 });
  });

  it('counts only where no other is solo', () => {
    const layers = [green({}), { ...blend(), solo: true }, { ...blend(), solo: true, muted: true }];
    expect(activeLayers(layers)).toEqual([layers[1]]);
  });
});

describe('dragging a bar', () => {
  it('brings the grip to the frame under the hand', () => {
    const layer = green({ window: [44, 172], taper_start: 16, taper_end: 22 });
    all.forEach((grip, i) =>
      expect(places(withGrip(layer, grip, places(layer)[i] + 3, frameCount))[i]).toBe(
        places(layer)[i] + 3,
      ),
    );
    all.forEach((grip, i) =>
      expect(places(withGrip(blend(), grip, places(blend())[i] - 2, frameCount))[i]).toBe(
        places(blend())[i] - 2,
      ),
    );
  });

  it('never makes a layer that the program would refuse', () => {
    for (const layer of [green({ window: [44, 172] }), green({}), blend()]) {
      for (const grip of all) {
        for (const frame of [-50, 0, 60, 130, 300])
          expectValid(withGrip(layer, grip, frame, frameCount));
      }
    }
  });

  it('leaves the other end of the easing where it is', () => {
    const begin = places(blend())[0];
    expect(places(withGrip(blend(), 'ease_in', 120, frameCount))[0]).toBe(begin);
  });

  it('moves the whole bar only as far as the motion goes', () => {
    const layer = green({ window: [44, 172] });
    expect(affectedFrames(withBarMoved(layer, 10, frameCount), frameCount)).toEqual({
      first: 54,
      last: 182,
    });
    expect(affectedFrames(withBarMoved(layer, 999, frameCount), frameCount)).toEqual({
      first: 112,
      last: 240,
    });
    expect(places(withBarMoved(blend(), -5, frameCount))).toEqual(
      places(blend()).map((frame) => frame - 5),
    );
  });

  it('sends the settings of a green layer and the envelope of a blend', () => {
    expect(barEdit(green({}))).toMatchObject({ edit: 'change_settings', layer: 1 });
    expect(barEdit(blend())).toMatchObject({ edit: 'change_blend', layer: 2 });
  });
});

describe('dragging a handle in time', () => {
  it('keeps it inside of the frames that the layer may change', () => {
    const layer = green({ window: [44, 172] }, [96]);
    const [{ id }] = marks(layer);
    const at = (frame: number) => marks(withMark(layer, id, frame, frameCount))[0].frame;
    expect([at(100), at(0), at(999)]).toEqual([100, 46, 170]);
  });

  it('changes nothing but its frame', () => {
    const layer = green({}, [96, 120]);
    const changed = withMark(layer, 11, 99, frameCount);
    const edit = marksEdit(changed, [11]);
    expect(edit).toEqual({
      edit: 'change_wish',
      layer: 1,
      wish: { ...layer.wishes[1], frame: 99 },
    });
    expect((changed as GreenLayer).wishes[0]).toEqual(layer.wishes[0]);
  });

  it('moves marks together, as far as all of them may go', () => {
    const layer = green({ window: [20, 60] }, [25, 40, 50]);
    const moved = withMarksMoved(layer, [10, 12], 30, frameCount);
    expect(marks(moved).map(({ frame }) => frame)).toEqual([33, 40, 58]);
    const edit = marksEdit(moved, [10, 12]);
    expect(edit).toMatchObject({ edit: 'group', edits: [{ wish: { id: 10, frame: 33 } }, {}] });
  });
});

function expectValid(layer: Layer): void {
  if (layer.kind !== 'blend') {
    const { first, last } = affectedFrames(layer, frameCount);
    expect(last - first + 1).toBeGreaterThanOrEqual(5);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(last).toBeLessThan(frameCount);
    return;
  }
  const { hold, ease_in, ease_out } = (layer satisfies BlendLayer).envelope;
  expect(hold[0]).toBeLessThanOrEqual(hold[1]);
  expect(Math.min(ease_in, ease_out, hold[0])).toBeGreaterThanOrEqual(0);
  expect(hold[1]).toBeLessThan(frameCount);
}
