import { flags, type FloatMessage } from './binary';
import { embed, type Embedding } from './embedding';
import { smoothNormals } from './normals';
import type { BodyFrame, Surface } from './worker_messages';

export const meshParts = {
  triangles: 0,
  tetEdges: 1,
  rest: 2,
  renderTriangles: 3,
  renderVertices: 4,
  renderWeights: 5,
  renderColors: 6,
  interiorEdges: 7,
  interiorVertices: 8,
  interiorWeights: 9,
  props: 16, // 16 + 2k positions, 17 + 2k triangles of prop k
} as const;

const named = Object.values(meshParts).filter((part) => part < meshParts.props);

/** Whether this page knows what a part of a mesh is. */
export const isMeshPart = (part: number): boolean =>
  named.some((one) => one === part) || part >= meshParts.props;

const none = new Uint32Array();

// Turns positions from the wire into surfaces with normals. Keeps the topology of the open shot.
export class FrameMaker {
  private triangles: Uint32Array = none;
  private embedding: Embedding = { triangles: none, vertices: none, weights: new Float32Array() };

  takeMesh(part: number, numbers: Float32Array | Uint32Array): void {
    const { embedding } = this;
    if (numbers instanceof Uint32Array) {
      if (part === meshParts.triangles) {
        this.triangles = numbers;
        this.embedding = { triangles: none, vertices: none, weights: new Float32Array() };
      }
      if (part === meshParts.renderTriangles) embedding.triangles = numbers;
      if (part === meshParts.renderVertices) embedding.vertices = numbers;
    } else if (part === meshParts.renderWeights) embedding.weights = numbers;
  }

  make({ header, numbers }: FloatMessage, wantsRender: boolean): BodyFrame {
    const start = performance.now();
    const simulation: Surface = this.surface(numbers.slice(0, 3 * header.count), this.triangles);
    if (header.flags & flags.heat) simulation.heat = numbers.slice(3 * header.count);
    const frame: BodyFrame = {
      stream: header.stream,
      serial: header.serial,
      frame: header.frame,
      revision: header.revision,
      draft: (header.flags & flags.draft) !== 0,
      simulation,
      workMs: 0,
    };
    if (wantsRender && this.embedding.vertices.length > 0) frame.render = this.render(simulation);
    frame.workMs = performance.now() - start;
    return frame;
  }

  private surface(positions: Float32Array, triangles: Uint32Array): Surface {
    return { positions, normals: smoothNormals(positions, triangles) };
  }

  private render(simulation: Surface): Surface {
    const { embedding } = this;
    const render = this.surface(embed(simulation.positions, embedding, 3), embedding.triangles);
    if (simulation.heat) render.heat = embed(simulation.heat, embedding, 1);
    return render;
  }
}
