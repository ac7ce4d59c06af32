import { describe, expect, it } from 'vitest';
import { bytesText, dropName, importable, uploadUrl } from '../../src/import/drop_names';
import { pageSentence } from '../../src/text/sentences';

describe('names of what is dropped', () => {
  it('are those of meshes and caches, in any case of letters', () => {
    expect(['a.obj', 'B.PLY', 'my walk.pc2', 'x.y.glb'].every(importable)).toBe(true);
    expect(['a.docx', 'obj', '.obj', 'a.obj.zip', ''].some(importable)).toBe(false);
  });

  it('travel escaped, so that a name never becomes a path', () => {
    expect(uploadUrl('ab', '../böse #1.obj')).toBe('/upload/ab/..%2Fb%C3%B6se%20%231.obj');
  });

  it('of drops are 128 random bits', () => {
    expect(dropName()).toMatch(/^[0-9a-f]{32}$/);
    expect(dropName()).not.toBe(dropName());
  });
});

it('what was assumed is said without options of the command line', () => {
  const said = 'lengths are in centimetres, so that it is 1 m in size (--unit says otherwise)';
  expect(pageSentence(said)).toBe('Lengths are in centimetres, so that it is 1 m in size.');
  expect(pageSentence('y is up (OBJ files do not say; --up z for z)')).toBe('Y is up.');
  expect(pageSentence('y is up, as glTF says')).toBe('Y is up, as glTF says.');
});

it('sizes have three digits at most', () => {
  expect([0, 999, 1500, 25_300_000, 3_000_000_000].map(bytesText)).toEqual([
    ...['0 B', '999 B', '1.5 kB', '25 MB', '3.0 GB'],
  ]);
});
