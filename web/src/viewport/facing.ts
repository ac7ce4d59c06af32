import type { Surface } from '../protocol/worker_messages';
import type { Projector } from './projector';

// The surface at the vertex is turned towards the viewer. Vertices inside of the body have no normal.
export function isFacing(
  { positions, normals }: Pick<Surface, 'positions' | 'normals'>,
  { eye }: Projector,
  vertex: number,
): boolean {
  const i = 3 * vertex;
  const toward =
    normals[i] * (eye[0] - positions[i]) +
    normals[i + 1] * (eye[1] - positions[i + 1]) +
    normals[i + 2] * (eye[2] - positions[i + 2]);
  return toward > 0;
}
