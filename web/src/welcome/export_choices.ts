import type { ExportOptions, What } from '../protocol/requests';

// What the export sheet offers, and what of it is sent.

export const exportFormats = [
  { value: '.pc2', title: 'PC2', tip: 'Point Cache 2, for Blender, Maya, 3ds Max' },
  { value: '.mdd', title: 'MDD', tip: 'LightWave MDD, with the time of each frame' },
  {
    value: '.glb',
    title: 'GLB',
    tip: 'Binary glTF with morph targets, for the web and game engines',
  },
  {
    value: '.usda',
    title: 'USD',
    tip: 'USD as text with time-sampled points, for Houdini, Maya, Omniverse',
  },
  { value: '', title: 'OBJ folder', tip: 'A folder with an OBJ for each frame' },
  { value: '.png', title: 'Sheet', tip: 'A contact sheet: frames of the motion in one picture' },
  {
    value: '_####.png',
    title: 'Turntable',
    tip: 'Pictures on a way once around the body while the motion goes by',
  },
] as const;

export type ExportChoices = {
  format: (typeof exportFormats)[number]['value'];
  what: Extract<What, 'result' | 'input' | 'blend'>;
  frames: 'all' | 'range';
  mesh: 'simulation' | 'render';
  morphs: 'frames' | '0.0001' | '0.001'; // a target a frame, or the error that few may have
  usd: 'whole' | 'edits'; // a scene of its own, or a layer over the person's own file
  over: string; // that file; empty: none yet
  prim: string; // the mesh in it; empty: found by its points
};

export function isOverlay({ format, usd }: ExportChoices): boolean {
  return format === '.usda' && usd === 'edits';
}

/** Files that a layer may lie over. */
export function usdFiles(names: readonly string[]): string[] {
  return names.filter((name) => /\.usd[ac]?$/.test(name));
}

/** What belongs to the chosen format alone; a turntable has a picture for each frame. */
export function optionsFor(
  choices: ExportChoices,
  range: [number, number],
  frameCount: number,
): ExportOptions {
  const over = isOverlay(choices);
  const isRange = choices.frames === 'range' && !over; // a layer carries all frames
  const pictures = isRange ? range[1] - range[0] + 1 : frameCount;
  const isMotion = !choices.format.endsWith('.png');
  return {
    what: choices.what,
    ...(isRange && { frames: range }),
    ...(isMotion && choices.mesh === 'render' && { mesh: 'render' as const }),
    ...(choices.format === '.glb' &&
      choices.morphs !== 'frames' && { morph_error: Number(choices.morphs) }),
    ...(over && { over: choices.over, ...(choices.prim.trim() && { prim: choices.prim.trim() }) }),
    ...(choices.format === '_####.png' && { turntable: pictures }),
  };
}
