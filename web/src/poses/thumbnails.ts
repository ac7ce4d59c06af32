import { createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';
import { PerspectiveCamera, WebGLRenderer } from 'three';
import { posesOf } from '../document/commands';
import type { Editor } from '../document/editor';
import { createAnswer } from '../graphs/graph_data';
import { smoothNormals } from '../protocol/normals';
import { BodyScene } from '../viewport/body_scene';
import { fitted } from '../viewport/fit';
import { orbitFrom, type Orbit } from '../viewport/orbit';
import { Projector } from '../viewport/projector';
import { aimCamera } from '../viewport/view';

export const thumbSize = { width: 104, height: 78 }; // CSS px at scale 1
const sharpness = 2; // device pixels for each of them
const around = { side: 0.08, top: 7, bottom: 5 };

/** Pictures of poses by their ids. */
export type Thumbnails = ReadonlyMap<number, HTMLCanvasElement>;

// Draws bodies one after the other, all from the same side and at the same scale.
class Studio {
  private readonly renderer = new WebGLRenderer({ antialias: true, alpha: true });
  private readonly camera = new PerspectiveCamera();
  private readonly scene = new BodyScene();

  constructor(private readonly editor: Editor) {
    this.renderer.setClearColor(0, 0);
    this.renderer.setSize(sharpness * thumbSize.width, sharpness * thumbSize.height, false);
    this.scene.hideFloor();
    this.scene.setLook({
      ...{ surface: 'simulation', wire: false, tets: false, props: false, colors: false },
      ...{ heat: false, heatScale: 1 },
    });
  }

  setMesh(): boolean {
    const { opened } = this.editor.shot;
    const { mesh } = this.editor.vertices;
    if (!opened || mesh.triangles.length === 0) return false;
    this.scene.open(opened);
    this.scene.setMesh(mesh, opened);
    return true;
  }

  orbitOf(positions: Float32Array): Orbit {
    const { eye, target, fov } = this.editor.shot.opened!.view;
    return fitted(orbitFrom(eye, target, fov), positions, thumbSize, true, around);
  }

  picture(positions: Float32Array, orbit: Orbit): HTMLCanvasElement {
    const normals = smoothNormals(positions, this.editor.vertices.mesh.triangles);
    this.scene.show({ positions, normals }, undefined);
    aimCamera(this.camera, new Projector(orbit, thumbSize.width, thumbSize.height));
    this.renderer.render(this.scene.scene, this.camera);
    const copy = document.createElement('canvas');
    copy.width = sharpness * thumbSize.width;
    copy.height = sharpness * thumbSize.height;
    copy.getContext('2d')?.drawImage(this.renderer.domElement, 0, 0);
    return copy;
  }

  dispose(): void {
    this.scene.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

type Shapes = Map<number, Float32Array>;

// Shapes of all poses, asked again when one may be another.
function createShapes(editor: Editor): Accessor<Shapes | null> {
  const key = createMemo(() => {
    const keys = posesOf(editor)?.keys;
    if (!keys) return null;
    const handles = keys.map((pose) => pose.handles.map(({ target }) => target.join()).join(';'));
    const ids = keys.map(({ id }) => id).sort((a, b) => a - b);
    return [editor.shot.document?.state, ids.join(), ...handles].join(' ');
  });
  return createAnswer(key, async () => {
    const keys = posesOf(editor)?.keys ?? [];
    const shapes = keys.map(async ({ id }) => {
      const answer = await editor.link.ask({ type: 'pose_shape', pose: id });
      return [id, answer.numbers] as const;
    });
    return new Map(await Promise.all(shapes));
  });
}

const sameNumbers = (a: Float32Array | undefined, b: Float32Array) =>
  a?.length === b.length && a.every((value, k) => value === b[k]);

/** To be called inside a component: the pictures go with it. */
export function createThumbnails(editor: Editor): Accessor<Thumbnails> {
  const studio = new Studio(editor);
  const shapes = createShapes(editor);
  const [mesh, setMesh] = createSignal(0);
  onCleanup(editor.vertices.onMesh(() => setMesh((count) => count + 1)));
  onCleanup(() => studio.dispose());
  let drawn = { mesh: -1, distance: 0, shapes: new Map() as Shapes, pictures: new Map() };
  return createMemo((): Thumbnails => {
    const wanted = shapes();
    const number = mesh();
    if (!wanted || !studio.setMesh()) return drawn.pictures;
    const orbits = new Map([...wanted].map(([id, positions]) => [id, studio.orbitOf(positions)]));
    const distance = Math.max(...[...orbits.values()].map((orbit) => orbit.distance));
    const isSameScale = drawn.mesh === number && drawn.distance === distance;
    const pictures = new Map<number, HTMLCanvasElement>();
    for (const [id, positions] of wanted) {
      const old = isSameScale && sameNumbers(drawn.shapes.get(id), positions);
      const picture = old ? (drawn.pictures.get(id) as HTMLCanvasElement) : null;
      pictures.set(id, picture ?? studio.picture(positions, { ...orbits.get(id)!, distance }));
    }
    drawn = { mesh: number, distance, shapes: wanted, pictures };
    return pictures;
  });
}
