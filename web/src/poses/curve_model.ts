import { createMemo, createSignal } from 'solid-js';
import type { Editor } from '../document/editor';
import { fixed } from '../panels/number_text';
import type { Spectrum } from '../protocol/messages';
import type { Curve, PoseSettings } from '../protocol/poses';
import { uiScale } from '../timeline/plot';
import { curveAt } from './curve';
import type { CurvePicture } from './draw_curve';
import { hzText } from './pose_facts';
import {
  dampingReading,
  frequencyReading,
  hzTicks,
  type Box,
  type CurveName,
  type CurvePlot,
  type Reading,
} from './spectrum_plot';

export type Size = { width: number; height: number };

export type CurveProps = { name: CurveName; spectrum: Spectrum; settings: PoseSettings };

function boxOf({ width, height }: Size): Box {
  const scale = uiScale();
  const top = (height < 110 ? 28 : 34) * scale;
  return { left: 42 * scale, right: width - 14 * scale, top, bottom: height - 20 * scale };
}

const dampingTicks = [0, 0.5, 1].map((shown) => ({ shown, text: `${shown}` }));

/** What a plot of a curve shows, and what a hand changes of it. To be called inside a component. */
export function createCurveModel(editor: Editor, props: CurveProps) {
  const [preview, setPreview] = createSignal<Curve | null>(null);
  const [held, setHeld] = createSignal<Reading | null>(null); // the axis stays while a hand drags
  const [hover, setHover] = createSignal<number | null>(null);
  const isFrequency = () => props.name === 'frequency';
  const own = () =>
    isFrequency() ? frequencyReading(props.spectrum, props.settings.spectrum) : dampingReading;
  const reading = createMemo(() => held() ?? own());
  const curve = () => {
    const byMaterial = !isFrequency() && props.settings.spectrum.rayleigh;
    return byMaterial ? null : (preview() ?? props.settings.spectrum[props.name]);
  };
  const yours = createMemo(() => {
    const mine = curve();
    if (!mine) return props.spectrum.damping;
    const at = curveAt(mine);
    return props.spectrum.place.map((place, k) => reading().toShown(k + 1, at(place)));
  });
  const plotIn = (size: Size): CurvePlot => ({
    box: boxOf(size),
    reading: reading(),
    places: props.spectrum.place,
  });
  const valueText = (value: number) => (isFrequency() ? hzText(value) : fixed(value, 2));
  const picture = (size: Size): CurvePicture => {
    const { point, mode } = editor.view.poses;
    const { material_hz, material_damping } = props.spectrum;
    return {
      ...{ plot: plotIn(size), curve: curve(), yours: yours(), mode: mode + 1, hover: hover() },
      material: isFrequency() ? material_hz : material_damping,
      chosen: point?.curve === props.name ? point.index : null,
      ticks: isFrequency()
        ? hzTicks(reading().span).map((shown) => ({ shown, text: `${shown}` }))
        : dampingTicks,
      limit: isFrequency() ? null : 1,
      tip: (number) => `${number}: ${valueText(yours()[number - 1] ?? 0)}`,
    };
  };
  return { curve, reading, plotIn, picture, setPreview, setHeld, setHover };
}
