import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';

// What the program ($RETAKE) writes, and plain readers of it that are not the program's own.

/** x y z of all vertices, a frame. */
export type Frame = ArrayLike<number>;
export type Sampled = { times: number[]; values: Frame[] };

/** A beam for some frames; with an edit that moves its end at frames 8 to 16 and nothing else. */
export function writeShot(folder: string, isEdited: boolean): string {
  const file = join(folder, isEdited ? 'edited.json' : 'plain.json');
  const lift = {
    kind: 'blend',
    envelope: { hold: [12, 12], ease_in: 4, ease_out: 4 },
    deltas: [{ frame: 12, vertex: 900, radius: 0.3, displacement: [0.1, 0.2, 0] }],
  };
  const shot = { retake: 1, name: 'beam', scene: 'beam', ...(isEdited && { layers: [lift] }) };
  writeFileSync(file, JSON.stringify(shot));
  return file;
}

/** `retake solve`; gives its report. */
export function solve(shot: string, output: string, ...options: string[]): Record<string, number> {
  const args = ['solve', shot, '-o', output, '--json', '-q', ...options];
  return JSON.parse(execFileSync(process.env.RETAKE!, args, { encoding: 'utf8' }));
}

/** The shot of a triangle that stands 3 m high where the axis points up. */
export function importTall(folder: string, up: string): string {
  const height = ['x', 'y', 'z'].map((axis) => (up.endsWith(axis) ? 3 : 0));
  const top = height.map((h) => (up.startsWith('-') ? -h : h)).join(' ');
  const side = up.endsWith('x') ? '0 1 0' : '1 0 0';
  const [mesh, shot] = [join(folder, `tall${up}.obj`), join(folder, `tall${up}.json`)];
  writeFileSync(mesh, `v 0 0 0\nv ${top}\nv ${side}\nf 1 2 3\n`);
  execFileSync(process.env.RETAKE!, ['import', mesh, '-o', shot, `--up=${up}`, '--unit=m', '-q']);
  return shot;
}

/** Point Cache 2 after its description: 32 bytes of header, then float32. */
export function readPc2(file: string): { start: number; frames: Float32Array[] } {
  const bytes = readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [points, count] = [view.getInt32(16, true), view.getInt32(28, true)];
  const frames = Array.from({ length: count }, (_, t) => {
    const first = 32 + 12 * points * t;
    return Float32Array.from({ length: 3 * points }, (_, i) =>
      view.getFloat32(first + 4 * i, true),
    );
  });
  return { start: view.getFloat32(20, true), frames };
}

export function largestDifference(a: Frame, b: Frame): number {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** The points of a mesh as three.js reads them; it knows no `over`, so that all is defined for it. */
export function samplesOf(usda: string, path: string): Sampled {
  const { specsByPath } = new USDAParser().parseData(usda.replaceAll(/^(\s*)over "/gm, '$1def "'));
  const samples = specsByPath[`${path}.points`]?.fields.timeSamples;
  if (!samples) throw new Error(`no samples of ${path}.points`);
  return {
    times: samples.times,
    values: samples.values.map((value) => (value as (number | number[])[]).flat()),
  };
}

/** The file and its sublayers as one layer, composed by tinyusdz. */
export async function compose(file: string, folder: string): Promise<string> {
  // Built for browsers alone: it looks whether it is in a worker.
  Object.assign(globalThis, { WorkerGlobalScope: Object, self: globalThis });
  Object.assign(process, { type: 'renderer' });
  const { default: load } = await import('tinyusdz/tinyusdz.js');
  const wasm = createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.wasm');
  const { TinyUSDZLoaderNative } = await load({ wasmBinary: readFileSync(wasm) });
  const layer = new TinyUSDZLoaderNative();
  if (!layer.loadAsLayerFromBinary(readFileSync(file), file)) throw new Error(layer.error());
  for (const path of layer.extractSublayerAssetPaths()) {
    layer.setAsset(path, readFileSync(join(folder, path)));
  }
  if (!layer.composeSublayers()) throw new Error(layer.error());
  return layer.layerToString(); // in single precision, to seven digits
}
