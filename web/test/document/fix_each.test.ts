import { expect, test } from 'vitest';
import { fixEach } from '../../src/document/inspect_commands';
import type { InspectedProblem, Inspection, ProgramMessage } from '../../src/protocol/messages';
import { opened } from './tab';

const problem = (key: string): InspectedProblem => ({
  ...{ key, kind: 'penetration', severity: 'error', title: key, text: '', frames: [[1, 2]] },
  ...{ worst_frame: 1, value: 1, unit: 'm', limit: 0 },
  fix: { title: 'Hold it', effect: 'adds a hold' },
});

const inspection = (keys: string[]): Inspection => ({
  ...{ type: 'inspection', state: 1, problems: keys.map(problem), graphs: [], contacts: [] },
  range: [0, 60],
});

test('fixing all asks for each problem by the name that the last check gave it', async () => {
  const { editor, heard, say } = opened();
  say(inspection(['a1', 'b1', 'c1']));
  heard.length = 0;
  const checks = [inspection(['b2', 'c2']), inspection(['c3']), inspection([])];
  const fixing = fixEach(editor, () => editor.shot.inspection?.problems ?? []);
  for (let round = 0; round < 30; round++) {
    const asked = heard.find(({ id }) => id !== undefined);
    const answer: ProgramMessage = asked?.type === 'inspect' ? checks.shift()! : { type: 'done' };
    if (asked) say({ ...answer, reply: asked.id as number });
    delete asked?.id;
    await Promise.resolve();
  }
  await fixing;
  const fixes = heard.filter(({ type }) => type === 'fix').map((message) => message.problem);
  expect(fixes).toEqual(['a1', 'b2', 'c3']);
});

test('another shot opens in the workspace where it is edited', () => {
  const { editor, say } = opened();
  editor.setView({ workspace: 'inspect', problem: 'a1' });
  say({ ...editor.shot.opened!, name: 'dino' });
  expect(editor.view).toMatchObject({ workspace: 'edit', problem: null });
});
