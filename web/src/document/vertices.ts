import type { Ties } from '../protocol/embedding';
import { meshParts } from '../protocol/frame_maker';
import type { BodyFrame, MeshPart, Surface } from '../protocol/worker_messages';

// Vertex data of the open shot. Kept out of reactive state: it changes sixty times a second, and
// only drawing and picking read it.

export type Mesh = {
  triangles: Uint32Array;
  tetEdges: Uint32Array; // 2 an edge, those not on the surface
  rest: Float32Array;
  interior: (Ties & { edges: Uint32Array }) | null; // tets inside of a surface
  render: { triangles: Uint32Array; colors: Float32Array | null } | null;
  props: { positions: Float32Array; triangles: Uint32Array }[];
};

// Who shows what: one stream of frames each (docs/protocol.md, "Streams").
export const streams = {
  edit: 0, // left view
  play: 1, // right view
  ghost: 2, // the input at the edit frame
  before: [3, 4, 5, 6], // onion skins, the nearest first
  after: [7, 8, 9, 10],
  panels: [11, 12, 13, 14, 15], // for whoever needs a body beside the views
} as const;

const noMesh = (): Mesh => ({
  triangles: new Uint32Array(),
  tetEdges: new Uint32Array(),
  rest: new Float32Array(),
  interior: null,
  render: null,
  props: [],
});

const noInterior = {
  edges: new Uint32Array(),
  vertices: new Uint32Array(),
  weights: new Float32Array(),
};

type Listener<T> = (value: T) => void;

class Listeners<T> {
  private readonly all = new Set<Listener<T>>();
  add(listener: Listener<T>): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }
  tell(value: T): void {
    for (const listener of this.all) listener(value);
  }
}

export class VertexStore {
  mesh: Mesh = noMesh();
  private readonly frames = new Map<number, BodyFrame>();
  private readonly frameListeners = new Listeners<BodyFrame>();
  private readonly meshListeners = new Listeners<Mesh>();

  // Both give back a function that ends the subscription.
  onFrame = (listener: Listener<BodyFrame>) => this.frameListeners.add(listener);
  onMesh = (listener: Listener<Mesh>) => this.meshListeners.add(listener);

  frame(stream: number): BodyFrame | undefined {
    return this.frames.get(stream);
  }

  // The surface of a stream in the wanted kind, where it has it.
  surface(stream: number, kind: 'simulation' | 'render'): Surface | undefined {
    const frame = this.frames.get(stream);
    return kind === 'render' ? (frame?.render ?? undefined) : frame?.simulation;
  }

  takeFrame(frame: BodyFrame): void {
    this.frames.set(frame.stream, frame);
    this.frameListeners.tell(frame);
  }

  forgetStream(stream: number): void {
    this.frames.delete(stream);
  }

  clear(): void {
    this.mesh = noMesh();
    this.frames.clear();
    this.meshListeners.tell(this.mesh);
  }

  takeMesh(message: MeshPart): void {
    this.mesh = withPart(this.mesh, message);
    this.meshListeners.tell(this.mesh);
  }
}

function withPart(mesh: Mesh, { part, numbers }: MeshPart): Mesh {
  const render = mesh.render ?? { triangles: new Uint32Array(), colors: null };
  const interior = mesh.interior ?? noInterior;
  if (numbers instanceof Uint32Array) {
    if (part === meshParts.triangles) return { ...mesh, triangles: numbers };
    if (part === meshParts.tetEdges) return { ...mesh, tetEdges: numbers };
    if (part === meshParts.interiorEdges)
      return { ...mesh, interior: { ...interior, edges: numbers } };
    if (part === meshParts.interiorVertices)
      return { ...mesh, interior: { ...interior, vertices: numbers } };
    if (part === meshParts.renderTriangles)
      return { ...mesh, render: { ...render, triangles: numbers } };
  } else {
    if (part === meshParts.rest) return { ...mesh, rest: numbers };
    if (part === meshParts.interiorWeights)
      return { ...mesh, interior: { ...interior, weights: numbers } };
    if (part === meshParts.renderColors) return { ...mesh, render: { ...render, colors: numbers } };
  }
  return part >= meshParts.props ? withProp(mesh, part - meshParts.props, numbers) : mesh;
}

function withProp(mesh: Mesh, index: number, numbers: Float32Array | Uint32Array): Mesh {
  const prop = index >> 1;
  const props = [...mesh.props];
  const old = props[prop] ?? { positions: new Float32Array(), triangles: new Uint32Array() };
  props[prop] =
    numbers instanceof Uint32Array
      ? { ...old, triangles: numbers }
      : { ...old, positions: numbers };
  return { ...mesh, props };
}
