// Panels as the server build of Solid renders them: what stands on the page, without a browser.
import { renderToString } from 'solid-js/web';
import { expect, test, vi } from 'vitest';
import { EditorProvider } from '../../src/document/editor';
import { Inspector } from '../../src/panels/Inspector';
import { TrackHeads } from '../../src/timeline/TrackHeads';
import { trackRows } from '../../src/timeline/track_rows';
import { wholePage } from '../doors/whole_page';
import { aDocument, anOpened, aWish } from '../samples';

vi.mock('../../src/shot/layers/table', async (original) => {
  const { layerTable } = await original<typeof import('../../src/shot/layers/table')>();
  const { springs } = await import('../kinds/springs');
  return { layerTable: [...layerTable, springs] };
});

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

const head = { id: 7, name: 'Bounce', muted: false, solo: false };
const springs = {
  ...{ ...head, kind: 'springs', window: [10, 30], stiffness: 2, along: 'body' },
  wishes: [{ ...aWish(5, 20), name: 'Fingertip' }],
};

function inspect(layer: unknown, source = 'rest'): string {
  const { editor, say } = wholePage();
  say(anOpened());
  say({ ...aDocument([]), layers: [layer], source });
  editor.setView('selection', { layer: 7, wishes: [5], vertex: 3 });
  const rows = trackRows(editor.shot.document!.layers, new Set(), 20);
  return renderToString(() => (
    <EditorProvider value={editor}>
      <Inspector />
      <TrackHeads rows={rows} opened={new Set()} rulerHeight={20} onToggle={() => undefined} />
    </EditorProvider>
  ));
}

test('a kind that is a file and a row has its handles, method, fields and tag', () => {
  const page = inspect(springs);
  for (const text of ['Fingertip', 'Springs: by a bounce', 'Stiffness', 'Along', 'springs'])
    expect(page).toContain(text);
  expect(page).not.toContain('Solver');
});

test('an unknown layer is shown as one that this page cannot edit, with the reason', () => {
  const page = inspect({ ...head, kind: 'strings' });
  for (const text of ['Bounce', 'This page cannot edit it', 'strings', 'Unknown to this page'])
    expect(page).toContain(text);
});

test('an unknown source has the name that the program gives it', () => {
  expect(inspect(springs, 'flock')).toContain('flock');
});
