import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/check_layers.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'retake-layers-'));
vi.setConfig({ testTimeout: 60_000 }); // a Node of its own each, on a machine at work
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(files: Record<string, string>): { isRight: boolean; said: string } {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { status, stderr } = spawnSync('node', [script, join(folder, 'src')], { encoding: 'utf8' });
  return { isRight: status === 0, said: stderr.trim() };
}

const selection = { 'document/selection.ts': 'export const selection = 1;\n' };

test.each([
  ['an import', "import { Panel } from '../panels/Panel';\n"],
  ['a type', "import type { Panel } from '../panels/Panel';\n"],
  ['what is passed on', "export { Panel } from '../panels/Panel';\n"],
  ['what is loaded later', "export const load = () => import('../panels/Panel');\n"],
])('%s from a folder that stands later is named', (_, line) => {
  const panel = { 'panels/Panel.tsx': 'export const Panel = () => null;\n' };
  const { isRight, said } = check({ ...panel, 'document/commands.ts': line });
  expect(said).toBe("src/document/commands.ts: document may not import from 'panels'");
  expect(isRight).toBe(false);
});

test('a folder that nobody knows is named', () => {
  expect(check({ 'utils/all.ts': '' }).said).toContain('src/utils: a folder');
});

test('files that import each other are named, with the way around', () => {
  const { said } = check({
    'text/a.ts': "import { b } from './b';\nexport const a = b;\n",
    'text/b.ts': "import { a } from './a';\nexport const b = a;\n",
  });
  expect(said).toBe('a circle: src/text/a.ts -> src/text/b.ts -> src/text/a.ts');
});

test('the order, and types that point back inside of a folder, are right', () => {
  const { isRight, said } = check({
    ...selection,
    'panels/List.tsx':
      "import { selection } from '../document/selection';\nexport { selection };\n",
    'text/a.ts': "import { b } from './b';\nexport type A = number;\nexport const a: A = b;\n",
    'text/b.ts': "import type { A } from './a';\nexport const b: A = 1;\n",
  });
  expect(said).toBe('');
  expect(isRight).toBe(true);
});
