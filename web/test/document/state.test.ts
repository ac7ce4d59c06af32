import { describe, expect, test } from 'vitest';
import { keepSelection, markedFrames } from '../../src/document/selection';
import {
  afterMessage,
  initialShot,
  lastingJobs,
  withMove,
  type ShotState,
} from '../../src/document/state';
import type { ProgramMessage } from '../../src/protocol/messages';
import { aPose, poses } from '../poses/sample_poses';
import { aDocument, aLayer, anOpened, aWish } from '../samples';

function after(...messages: ProgramMessage[]): ShotState {
  return messages.reduce(
    (shot, message) => ({ ...shot, ...afterMessage(shot, message, 1000) }),
    initialShot(),
  );
}

const job = (
  number: number,
  state: 'running' | 'done' | 'failed',
  fraction = 0,
): ProgramMessage => ({
  type: 'job',
  job: number,
  name: 'Modes',
  state,
  fraction,
});

describe('what the program tells', () => {
  test('a document replaces the one before it', () => {
    const shot = after(anOpened(), aDocument([aWish(5)], 2), aDocument([], 3));
    expect(shot.document?.state).toBe(3);
    expect(shot.document?.layers[0]).toMatchObject({ wishes: [] });
  });

  test('another shot leaves nothing of the one before', () => {
    const shot = after(anOpened('beam'), aDocument([aWish(5)]), anOpened('dino'));
    expect(shot.opened?.name).toBe('dino');
    expect(shot.document).toBeNull();
  });

  test('a move changes that target alone', () => {
    const start = [anOpened(), aDocument([aWish(5), aWish(6)])];
    const shot = after(...start, { type: 'moved', layer: 1, wish: 6, target: [7, 8, 9] });
    expect(shot.document?.layers).toEqual([
      aLayer(1, [aWish(5), { ...aWish(6), target: [7, 8, 9] }]),
    ]);
    expect(shot.document?.state).toBe(2);
  });

  test('reports are kept for layers that are there', () => {
    const report = (layer: number): ProgramMessage => ({ type: 'report', layer, wishes: [] });
    const shot = after(anOpened(), aDocument([]), report(1), report(77), aDocument([], 3));
    expect(Object.keys(shot.reports)).toEqual(['1']);
  });

  test('jobs are shown while they run, each once', () => {
    const shot = after(
      job(2, 'running'),
      job(1, 'running'),
      job(2, 'running', 0.5),
      job(1, 'done'),
    );
    expect(shot.jobs).toMatchObject([{ job: 2, fraction: 0.5 }]);
  });

  test('problems have keys of their own and the oldest go first', () => {
    const problems = Array.from({ length: 25 }, (_, k) => noFile(`${k}.json`));
    const keys = after(...problems).problems.map(({ key }) => key);
    expect(keys.length).toBe(20);
    expect(keys).toEqual(Array.from({ length: 20 }, (_, k) => k + 6));
  });

  test('a problem that is told again is kept once', () => {
    const { problems } = after(noFile('a.json'), noFile('b.json'), noFile('a.json'));
    expect(problems.map(({ where }) => where)).toEqual(['b.json', 'a.json']);
  });

  test('a save is remembered with its time, an export is not', () => {
    expect(after({ type: 'saved', file: 'a.json' }).savedAt).toBe(1000);
    expect(after({ type: 'saved', exported: 'a.pc2' }).savedAt).toBeNull();
  });

  test('more modes make the list of the open shot longer', () => {
    const shot = after(anOpened(), { type: 'modes', count: 3, hz: [1, 2, 3] });
    expect(shot.opened?.modes.count).toBe(3);
  });

  test('a closed shot leaves the welcome page', () => {
    const shot = after(anOpened(), aDocument([]), { type: 'closed' });
    expect([shot.opened, shot.document]).toEqual([null, null]);
  });
});

describe('the selection', () => {
  const selection = { layer: 1, wishes: [5, 6], vertex: 9 };

  test('loses what the document has lost', () => {
    expect(keepSelection(selection, [aLayer(1, [aWish(6)])])).toEqual({
      ...selection,
      wishes: [6],
    });
  });

  test('goes to the topmost layer when its own is gone', () => {
    const layers = [aLayer(2, []), aLayer(3, [aWish(8)])];
    expect(keepSelection(selection, layers)).toEqual({ layer: 3, wishes: [], vertex: 9 });
    expect(keepSelection(selection, [])).toEqual({ layer: null, wishes: [], vertex: 9 });
  });
});

test('frames with handles come in order and each once', () => {
  const layers = [aLayer(1, [aWish(5, 30), aWish(6, 10)]), aLayer(2, [aWish(7, 30)])];
  expect(markedFrames(layers)).toEqual([10, 30]);
});

function noFile(where: string): ProgramMessage {
  return { type: 'problem', severity: 'error', what: 'no such file', where };
}

describe('a job', () => {
  const begun = { ...initialShot(), ...afterMessage(initialShot(), job(1, 'running'), 1000) };
  const later = { ...begun, ...afterMessage(begun, job(1, 'running', 0.5), 1200) };

  test('shows nothing until it has run for 300 ms, however often it tells of itself', () => {
    expect(lastingJobs(later.jobs, 1299)).toEqual([]);
    expect(lastingJobs(later.jobs, 1300)).toMatchObject([{ job: 1, fraction: 0.5 }]);
  });
});

test('while a hand drags poses, the document shows them and keeps its layers', () => {
  const document = aDocument([aWish(5)]);
  const moved = poses(aPose(1, 0), aPose(2, 30));
  const after = withMove(document, { type: 'moved', poses: moved, frames: 80 });
  expect(after.poses).toEqual(moved);
  expect(after.frames).toBe(80);
  expect(after.layers).toEqual(document.layers);
});
