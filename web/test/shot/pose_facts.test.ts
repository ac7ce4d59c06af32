import { expect, test } from 'vitest';
import {
  aroundFrame,
  freshName,
  metText,
  nameOfFile,
  ringText,
  shareText,
  spanAt,
  whereInPoses,
} from '../../src/shot/pose_facts';
import { aPose } from '../poses/sample_poses';

const keys = [aPose(1, 10, 'Stand'), aPose(2, 50, 'Reach')];

test('a frame is told by the poses around it', () => {
  expect(whereInPoses(keys, 10)).toBe('at Stand');
  expect(whereInPoses(keys, 30)).toBe('between Stand and Reach');
  expect(whereInPoses(keys, 3)).toBe('before Stand');
  expect(whereInPoses(keys, 60)).toBe('after Reach');
});

test('a frame between two poses has a share of the way, others none', () => {
  expect(aroundFrame(keys, 20)).toMatchObject({ before: { id: 1 }, after: { id: 2 }, share: 0.25 });
  expect(aroundFrame(keys, 60)).toBeNull();
});

test('a pose is met exactly where nobody can see the rest', () => {
  expect(metText(3e-7, 1)).toEqual({ is: '0.30 µm', say: 'exact' });
  expect(metText(1e-3, 1).say).not.toBe('exact');
  expect(metText(null, 1).is).toBe('–');
});

test('a pose with the name of its file is called without its ending', () => {
  expect(whereInPoses([aPose(1, 0, 'crouch.obj')], 0)).toBe('at crouch');
  expect(whereInPoses([aPose(1, 0, 'v2.5 final')], 0)).toBe('at v2.5 final');
});

test('no two poses get one name', () => {
  expect(freshName(keys, 'Reach')).toBe('Reach 2');
  expect(freshName([...keys, aPose(3, 60, 'Reach 2')], 'Reach')).toBe('Reach 3');
});

test('files, times and shares read as words', () => {
  expect(nameOfFile('walk_cycle-03.obj')).toBe('walk cycle 03');
  expect(ringText(null)).toBe('for ever');
  expect(ringText(1.8)).toBe('1.80 s');
  expect(shareText(0.11)).toBe('11 %');
  expect(shareText(0.0004)).toBe('< 0.1 %');
});

test('a pose that is held covers its frames, and belongs to the span that follows', () => {
  const held = [{ ...keys[0], hold: 8 }, keys[1], aPose(3, 90, 'Rest')];
  expect(whereInPoses(held, 10)).toBe('at Stand');
  expect(whereInPoses(held, 18)).toBe('held at Stand');
  expect(whereInPoses(held, 19)).toBe('between Stand and Reach');
  expect(aroundFrame(held, 34)).toMatchObject({ share: 0.5 });
  const spanOf = (frame: number) => {
    const { from, to } = spanAt(held, frame)!;
    return [from.id, to.id];
  };
  expect([0, 10, 18, 49].map(spanOf)).toEqual([1, 1, 1, 1].map((id) => [id, id + 1]));
  expect([50, 90, 99].map(spanOf)).toEqual([2, 2, 2].map((id) => [id, id + 1]));
  expect(spanAt([keys[0]], 5)).toBeNull();
});
