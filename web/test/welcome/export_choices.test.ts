import { expect, test } from 'vitest';
import { optionsFor, usdFiles, type ExportChoices } from '../../src/welcome/export_choices';

const choices: ExportChoices = {
  format: '.pc2',
  what: 'result',
  frames: 'all',
  mesh: 'render',
  morphs: '0.001',
  usd: 'whole',
  over: '',
  prim: '',
};
const sent = (change: Partial<ExportChoices>) => optionsFor({ ...choices, ...change }, [3, 7], 120);

test('only what belongs to the chosen format is sent', () => {
  expect(sent({})).toEqual({ what: 'result', mesh: 'render' });
  expect(sent({ format: '.glb' })).toEqual({ what: 'result', mesh: 'render', morph_error: 0.001 });
  expect(sent({ format: '.glb', morphs: 'frames' })).toEqual({ what: 'result', mesh: 'render' });
  expect(sent({ format: '.png' })).toEqual({ what: 'result' });
});

test('a layer over a USD file names the file, carries all frames, and its prim where one is said', () => {
  const edits = { format: '.usda', usd: 'edits', over: '/s/scene.usd', frames: 'range' } as const;
  expect(sent(edits)).toEqual({ what: 'result', mesh: 'render', over: '/s/scene.usd' });
  expect(sent({ ...edits, prim: ' /World/body ' }).prim).toBe('/World/body');
  expect(sent({ ...edits, format: '.pc2' })).not.toHaveProperty('over');
});

test('a layer lies over USD files in text or binary form', () => {
  const names = ['a.usda', 'b.usd', 'c.usdc', 'd.usdz', 'e.obj'];
  expect(usdFiles(names)).toEqual(['a.usda', 'b.usd', 'c.usdc']);
});

test('a turntable has a picture for each frame that was asked for', () => {
  expect(sent({ format: '_####.png' }).turntable).toBe(120);
  expect(sent({ format: '_####.png', frames: 'range' })).toEqual({
    what: 'result',
    frames: [3, 7],
    turntable: 5,
  });
});
