// Shots with several bodies: which of them a vertex belongs to, and its number there. Where there is
// one body it needs no name.
import type { Opened } from '../protocol/messages';

export type Bodies = Opened['bodies'];

export type BodyVertex = { body: string; vertex: number }; // counted from the body's first

export function bodyVertex(bodies: Bodies, vertex: number): BodyVertex | null {
  if (!bodies || bodies.length < 2) return null;
  const own = bodies.find((body) => {
    const place = vertex - body.first_vertex;
    return place >= 0 && place < body.vertices;
  });
  return own ? { body: own.name, vertex: vertex - own.first_vertex } : null;
}

/** "vertex 4182"; of several bodies "cup · vertex 12". */
export function vertexText(bodies: Bodies, vertex: number, word = 'vertex'): string {
  const own = bodyVertex(bodies, vertex);
  return own ? `${own.body} · ${word} ${own.vertex}` : `${word} ${vertex}`;
}

/** The same at the beginning of a line. */
export function vertexTitle(bodies: Bodies, vertex: number): string {
  return bodyVertex(bodies, vertex) ? vertexText(bodies, vertex) : `Vertex ${vertex}`;
}
