import { createMemo, createSignal } from 'solid-js';
import type { Editor } from '../document/editor';
import { fixed } from '../text/number_text';
import type { Spectrum } from '../protocol/messages';
import type { Curve } from '../shot/poses';
import { uiScale } from '../timeline/plot';
import { curveAt } from './curve';
import type { CurveHome } from '../shot/curve_home';
import type { CurvePicture } from './draw_curve';
import { curveOf, isDrawn, isWeight, type CurveName } from '../shot/pose_curves';
import { hzText } from '../shot/pose_facts';
import {
  dampingReading,
  frequencyReading,
  hzTicks,
  type Box,
  type CurvePlot,
  weightReading,
  type Reading,
} from './spectrum_plot';

export type Size = { width: number; height: number };

export type CurveProps = { name: CurveName; spectrum: Spectrum; home: CurveHome };

function boxOf({ width, height }: Size): Box {
  const scale = uiScale();
  const top = (height < 110 ? 28 : 34) * scale;
  return { left: 42 * scale, right: width - 14 * scale, top, bottom: height - 20 * scale };
}

/** What tells the plots from each other. */
type Kind = {
  reading: Reading;
  material: readonly number[]; // of each mode, as it is without a curve
  limit: number | null;
  ticks: (reading: Reading) => CurvePicture['ticks'];
  text: (shown: number) => string;
};

const ticksAt = (places: readonly number[], unit = '') =>
  places.map((shown) => ({ shown, text: `${shown}${unit}` }));

function kindOf({ name, spectrum, home: { settings } }: CurveProps): Kind {
  if (isWeight(name))
    return {
      ...{ reading: weightReading, material: spectrum.hz.map(() => 1), limit: null },
      ticks: () => ticksAt([0.01, 0.1, 1, 10, 100], ' ×'),
      text: (shown) => `${fixed(shown, shown < 1 ? 2 : 1)} ×`,
    };
  if (name === 'damping')
    return {
      ...{ reading: dampingReading, material: spectrum.material_damping, limit: 1 },
      ticks: () => ticksAt([0, 0.5, 1]),
      text: (shown) => fixed(shown, 2),
    };
  return {
    reading: frequencyReading(spectrum, settings.spectrum),
    ...{ material: spectrum.material_hz, limit: null },
    ticks: ({ span }) => ticksAt(hzTicks(span)),
    text: hzText,
  };
}

/** What a plot of a curve shows, and what a hand changes of it. To be called inside a component. */
export function createCurveModel(editor: Editor, props: CurveProps) {
  const [preview, setPreview] = createSignal<Curve | null>(null);
  const [held, setHeld] = createSignal<Reading | null>(null); // the axis stays while a hand drags
  const [hover, setHover] = createSignal<number | null>(null);
  const settings = () => props.home.settings;
  const kind = () => kindOf(props);
  const own = () => kind().reading;
  const reading = createMemo(() => held() ?? own());
  const curve = () =>
    isDrawn(settings(), props.name) ? (preview() ?? curveOf(settings(), props.name)) : null;
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
  const picture = (size: Size): CurvePicture => {
    const { point, mode } = editor.view.poses;
    const { material, limit, text } = kind();
    return {
      ...{ plot: plotIn(size), curve: curve(), yours: yours(), mode: mode + 1, hover: hover() },
      ...{ material, limit },
      chosen: point?.curve === props.name ? point.index : null,
      ticks: kind().ticks(reading()),
      tip: (number) => `${number}: ${text(yours()[number - 1] ?? 0)}`,
    };
  };
  return { curve, reading, plotIn, picture, setPreview, setHeld, setHover };
}
