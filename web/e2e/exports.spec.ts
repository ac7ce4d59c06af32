// What the program writes, read by readers that are not ours: the Khronos validator, three.js,
// tinyusdz. scripts/check_with_blender.sh does the same with Blender, where it is installed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, Box3, Mesh, Vector3 } from 'three';
import { GLTFLoader, type GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as exported from './exported';

const fps = 24;
const size = 1; // m, the beam is longer
const rounding = 1e-6 * size;

let folder = '';
let plainShot = '';
let editedShot = '';
let edited: Float32Array[] = []; // the frames that every format must give back
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'retake-exports-'));
  plainShot = exported.writeShot(folder, false);
  editedShot = exported.writeShot(folder, true);
  if (!process.env.RETAKE) return;
  exported.solve(editedShot, at('edited.pc2'));
  edited = exported.readPc2(at('edited.pc2')).frames;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function loadGlb(file: string): Promise<GLTF> {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new GLTFLoader().parseAsync(buffer as ArrayBuffer, '');
}

function meshOf(gltf: GLTF): Mesh {
  const meshes: Mesh[] = [];
  gltf.scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  expect(meshes.length).toBe(1);
  return meshes[0];
}

/** Where three.js shows the vertices at these frames. */
function shownFrames(gltf: GLTF, frames: number[]): number[][] {
  const mesh = meshOf(gltf);
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  const point = new Vector3();
  return frames.map((frame) => {
    mixer.setTime(frame / fps);
    const count = mesh.geometry.getAttribute('position').count;
    return Array.from({ length: count }, (_, v) =>
      mesh.getVertexPosition(v, point).toArray(),
    ).flat();
  });
}

async function expectNoIssue(file: string): Promise<void> {
  const { issues } = await validateBytes(new Uint8Array(readFileSync(file)));
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
}

describe.skipIf(!process.env.RETAKE)('others read what we write (skipped without $RETAKE)', () => {
  const someFrames = [0, 1, 7, 10, 12, 15, 20, 40];

  test('a GLB with a morph target a frame is valid and shows every frame', async () => {
    exported.solve(editedShot, at('all.glb'));
    await expectNoIssue(at('all.glb'));
    const shown = shownFrames(await loadGlb(at('all.glb')), someFrames);
    shown.forEach((frame, k) =>
      expect(exported.largestDifference(frame, edited[someFrames[k]])).toBeLessThan(rounding),
    );
  });

  test('a GLB with few morph targets is valid and within its stated error', async () => {
    const report = exported.solve(editedShot, at('few.glb'), '--morph-error', '1e-3');
    await expectNoIssue(at('few.glb'));
    const gltf = await loadGlb(at('few.glb'));
    expect(meshOf(gltf).morphTargetInfluences?.length).toBe(report.morph_targets);
    expect(report.morph_targets).toBeLessThan(edited.length / 2);
    expect(meshOf(gltf).userData.largest_error).toBe(report.morph_error);
    const shown = shownFrames(gltf, someFrames);
    shown.forEach((frame, k) =>
      expect(exported.largestDifference(frame, edited[someFrames[k]])).toBeLessThan(
        report.morph_error + rounding,
      ),
    );
  });

  test('USD text has every frame for three.js', () => {
    exported.solve(editedShot, at('edited.usda'));
    const { times, values } = exported.samplesOf(readFileSync(at('edited.usda'), 'utf8'), '/body');
    expect(times).toEqual(edited.map((_, t) => t));
    values.forEach((value, t) => expect(Float32Array.from(value)).toEqual(edited[t]));
  });

  test('a USD layer of edits, composed over the original, changes the window alone', async () => {
    exported.solve(plainShot, at('user.usda'));
    const report = exported.solve(editedShot, at('edits.usda'), '--over', at('user.usda'));
    expect(report.changed_samples).toBe(7); // frames 9 to 15: the displacement eases from and to 0
    const was = exported.samplesOf(readFileSync(at('user.usda'), 'utf8'), '/body');
    const layer = exported.samplesOf(readFileSync(at('edits.usda'), 'utf8'), '/body');
    const stage = await exported.compose(at('edits.usda'), folder);
    const is = exported.samplesOf(stage, '/body');
    expect(stage).toContain('faceVertexIndices'); // of the original
    expect(is.times).toEqual(was.times);
    is.values.forEach((value, t) => {
      expect(exported.largestDifference(value, edited[t])).toBeLessThan(rounding);
      const moved = exported.largestDifference(layer.values[t], was.values[t]);
      if (t > 8 && t < 16) expect(moved).toBeGreaterThan(1e-3);
      else expect(moved).toBe(0);
    });
  });

  test.each(['x', '-x', '-y', 'z', '-z'])('what came in with %s up stands upright', async (up) => {
    const shot = exported.importTall(folder, up);
    exported.solve(shot, at('tall.glb'), '--frames', '0:3', '--replace');
    exported.solve(shot, at('tall.usda'), '--frames', '0:3', '--replace');
    await expectNoIssue(at('tall.glb'));
    const inGltf = new Box3().setFromObject((await loadGlb(at('tall.glb'))).scene);
    const inUsd = new Box3().setFromObject(
      new USDLoader().parse(readFileSync(at('tall.usda'), 'utf8')),
    );
    for (const { min, max } of [inGltf, inUsd]) {
      expect(min.y).toBeCloseTo(0, 5);
      expect(max.y).toBeCloseTo(3, 5);
    }
  });

  test('OBJ files have our vertices in our order, and three.js joins them by our faces', () => {
    exported.solve(editedShot, at('walk'), '--frames', '11:12');
    const text = readFileSync(at('walk/frame_0012.obj'), 'utf8');
    const wordsOf = (key: string) =>
      text
        .split('\n')
        .flatMap((line) => (line.startsWith(`${key} `) ? line.split(' ').slice(1) : []));
    expect(Float32Array.from(wordsOf('v'), Number)).toEqual(edited[12]);
    const faces = wordsOf('f').map((corner) => parseInt(corner) - 1);
    const mesh = new OBJLoader().parse(text).children[0] as Mesh;
    const corners = mesh.geometry.getAttribute('position').array;
    const expected = faces.flatMap((v) => [...edited[12].slice(3 * v, 3 * v + 3)]);
    expect(exported.largestDifference(corners, expected)).toBe(0);
  });
});
