import { expect, test } from 'vitest';
import { bodyVertex, vertexText, vertexTitle } from '../../src/document/bodies';
import { readMessage } from '../../src/protocol/messages';
import { anOpened } from '../samples';

const bodies = [
  { name: 'table', first_vertex: 0, vertices: 100 },
  { name: 'cup', first_vertex: 100, vertices: 40 },
];

test('a vertex of several bodies is told by its body, counted from that body’s first', () => {
  expect(vertexText(bodies, 112)).toBe('cup · vertex 12');
  expect(vertexText(bodies, 99, 'v')).toBe('table · v 99');
  expect(vertexTitle(bodies, 100)).toBe('cup · vertex 0');
});

test('a body that is alone, or not told of, has no name', () => {
  for (const few of [undefined, null, [], bodies.slice(0, 1)]) {
    expect(bodyVertex(few, 12)).toBeNull();
    expect(vertexText(few, 12)).toBe('vertex 12');
    expect(vertexTitle(few, 12)).toBe('Vertex 12');
  }
});

test('a vertex of no body is told by its own number', () => {
  expect(vertexText(bodies, 140)).toBe('vertex 140');
});

test('the bodies come with the shot, where the program tells them', () => {
  expect(readMessage({ ...anOpened(), bodies })).toMatchObject({ bodies });
  expect(() => readMessage({ ...anOpened(), bodies: [{ name: 'cup' }] })).toThrow('first_vertex');
});
