import { describe, expect, test } from 'vitest';
import { meanOf, radiusOf, regionAround } from '../../src/shot/region';
import { regionPlace, scaleSoftRadius, withRadius } from '../../src/document/region_commands';
import { streams } from '../../src/document/vertices';
import { aDocument, aWish } from '../samples';
import { opened } from '../document/tab';

// Vertices on a line, 0.1 m apart.
const rest = Float32Array.from({ length: 3 * 21 }, (_, i) => (i % 3 === 0 ? (0.1 * i) / 3 : 0));

describe('a region', () => {
  test('tells the radius that it was made with', () => {
    for (const radius of [0.15, 0.31, 0.72, 5]) {
      const region = regionAround(rest, 4, radius);
      expect(region.weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(radiusOf(region, rest)).toBeCloseTo(radius, 4);
    }
    expect(radiusOf({ vertex: 4 }, rest)).toBe(0);
  });

  test('whose weights follow no radius is as painted', () => {
    expect(radiusOf({ vertices: [3, 4, 5], weights: [0.2, 0.5, 0.3] }, rest)).toBeNull();
    expect(radiusOf({ vertices: [3, 4, 5] }, rest)).toBeNull();
  });

  test('is where its vertices are on the mean, by their weights', () => {
    expect(meanOf({ vertices: [0, 10], weights: [0.25, 0.75] }, rest)[0]).toBeCloseTo(0.75, 6);
  });
});

describe('a region handle', () => {
  function shown() {
    const tab = opened();
    const { editor, post } = tab;
    post({ kind: 'mesh', mesh: { part: 2, numbers: rest } });
    const positions = rest.map((x, i) => (i % 3 === 0 ? 2 * x : x)); // stretched to the double
    editor.setView('editFrame', 10);
    editor.looks.look(streams.edit, { frame: 10, what: 'result' });
    const simulation = { positions, normals: rest };
    const about = { stream: streams.edit, serial: 1, revision: 2, draft: false, workMs: 0 };
    post({ kind: 'frame', connection: 1, frame: { ...about, frame: 10, simulation } });
    return tab;
  }

  test('begins where the body has the mean of its region, so that it moves nothing', () => {
    const { editor } = shown();
    const [x] = regionPlace(editor, 0, 10, 0.5)!;
    const { vertices, weights } = regionAround(rest, 0, 0.5);
    expect(x).toBeCloseTo(2 * vertices.reduce((sum, v, k) => sum + 0.1 * v * weights[k], 0), 6);
    expect(x).toBeGreaterThan(0.05); // at the end of the line the mean is beside the vertex
    expect(regionPlace(editor, 0, 11, 0.5)).toBeNull();
  });

  test('keeps the way that it moves the body when its radius changes', () => {
    const { editor } = shown();
    const place = regionPlace(editor, 0, 10, 0.5)!;
    const wish = { id: 5, frame: 10, ...regionAround(rest, 0, 0.5) };
    const target: [number, number, number] = [place[0] + 1, place[1], place[2]];
    const grown = withRadius(editor, { ...wish, target }, 0.8);
    expect(grown).toMatchObject({ vertex: 0, radius: 0.8 });
    expect(grown.target![0] - regionPlace(editor, 0, 10, 0.8)![0]).toBeCloseTo(1, 9);
    const alone = withRadius(editor, { ...wish, target }, 0);
    expect(alone).toEqual({ id: 5, frame: 10, vertex: 0, target: [1, 0, 0] });
  });

  test('that is selected grows with the radius of the tool', () => {
    const { editor, say, heard } = shown();
    const wish = { ...aWish(5), ...regionAround(rest, 4, 0.5) };
    delete wish.vertex;
    say(aDocument([wish], 3));
    editor.setView('selection', { layer: 1, wishes: [5], vertex: 4 });
    void scaleSoftRadius(editor, 1.2);
    expect(heard.at(-1)).toMatchObject({ type: 'edit', edit: { edit: 'change_wish' } });
    const sent = heard.at(-1)!.edit as { wish: { radius: number; vertex: number } };
    expect(sent.wish.vertex).toBe(4);
    expect(sent.wish.radius).toBeCloseTo(0.6, 4);
  });

  test('of one vertex stays one when the radius of the tool changes', () => {
    const { editor, heard } = shown();
    editor.setView('selection', { layer: 1, wishes: [5], vertex: 3 });
    const { softRadius } = editor.view;
    heard.length = 0;
    void scaleSoftRadius(editor, 1.5);
    expect(heard).toEqual([]);
    expect(editor.view.softRadius).toBeCloseTo(1.5 * softRadius, 9);
  });
});
