import { expect, test } from 'vitest';
import { optionsFor, type ExportChoices } from '../../src/welcome/export_choices';

const choices: ExportChoices = {
  format: '.pc2',
  what: 'result',
  frames: 'all',
  mesh: 'render',
  morphs: '0.001',
};
const sent = (change: Partial<ExportChoices>) => optionsFor({ ...choices, ...change }, [3, 7], 120);

test('only what belongs to the chosen format is sent', () => {
  expect(sent({})).toEqual({ what: 'result', mesh: 'render' });
  expect(sent({ format: '.glb' })).toEqual({ what: 'result', mesh: 'render', morph_error: 0.001 });
  expect(sent({ format: '.glb', morphs: 'frames' })).toEqual({ what: 'result', mesh: 'render' });
  expect(sent({ format: '.png' })).toEqual({ what: 'result' });
});

test('a turntable has a picture for each frame that was asked for', () => {
  expect(sent({ format: '_####.png' }).turntable).toBe(120);
  expect(sent({ format: '_####.png', frames: 'range' })).toEqual({
    what: 'result',
    frames: [3, 7],
    turntable: 5,
  });
});
