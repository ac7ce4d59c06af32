import { createEffect, createRoot, on } from 'solid-js';
import { describe, expect, test } from 'vitest';
import * as act from '../../src/document/commands';
import type { GreenLayer } from '../../src/shot/layers/green';
import { streams } from '../../src/document/vertices';
import { aDocument, anOpened, aWish } from '../samples';
import { opened } from './tab';

describe('a tab', () => {
  test('starts a new shot off its ends, playing', () => {
    const { editor } = opened();
    expect(editor.view).toMatchObject({ editFrame: 24, range: [0, 60], playing: true });
  });

  test('keeps its frame and selection when the same shot comes back', () => {
    const { editor, say } = opened();
    act.setEditFrame(editor, 33);
    act.selectWishes(editor, 1, [5]);
    say(anOpened());
    say(aDocument([aWish(5)]));
    expect(editor.view.editFrame).toBe(33);
    expect(editor.view.selection.wishes).toEqual([5]);
  });

  test('never pairs another shot with a vertex picked in the one before', () => {
    const { editor, say } = opened();
    act.pickVertex(editor, 3);
    const seen: [string | undefined, number | null][] = [];
    const end = createRoot((dispose) => {
      createEffect(() => seen.push([editor.shot.opened?.name, editor.view.selection.vertex]));
      return dispose;
    });
    say(anOpened('dino'));
    end();
    expect(seen).toEqual([
      ['beam', 3],
      ['dino', null],
    ]);
  });

  test('says again where it looks when the same shot comes back', () => {
    const { editor, say, heard } = opened();
    editor.looks.look(0, { frame: 7, what: 'result' });
    editor.looks.look(0, { frame: 7, what: 'result' });
    say(anOpened());
    const looks = heard.filter(({ type }) => type === 'look');
    expect(looks).toEqual([
      { type: 'look', stream: 0, frame: 7, what: 'result' },
      { type: 'look', stream: 0, frame: 7, what: 'result' },
    ]);
  });

  test('is not told of another shot when modes come or the same one comes back', () => {
    const { editor, say } = opened();
    let shots = 0;
    const end = createRoot((dispose) => {
      createEffect(
        on(
          () => editor.shot.opened,
          () => shots++,
        ),
      );
      return dispose;
    });
    say({ type: 'modes', count: 40, hz: [1, 2, 3] });
    say({ ...anOpened(), vertices: 5 });
    expect(editor.shot.opened).toMatchObject({ vertices: 5, modes: { count: 20, hz: [1, 2] } });
    expect(shots).toBe(1);
    say(anOpened('bridge'));
    expect(shots).toBe(2);
    end();
  });

  test('a move of one handle is no news to who looks at the selection or at another one', () => {
    const { editor, say } = opened();
    say(aDocument([aWish(5), aWish(6)]));
    const report = (miss: number) => ({
      ...{ type: 'report' as const, layer: 1 },
      wishes: [
        { id: 5, miss },
        { id: 6, miss: 0.25 },
      ],
    });
    say(report(0.5));
    const heard = { selection: 0, place: 0, other: 0, miss: 0, otherMiss: 0 };
    const watch = (name: keyof typeof heard, read: () => unknown) =>
      createEffect(on(read, () => heard[name]++));
    const wish = (k: number) => (editor.shot.document!.layers[0] as GreenLayer).wishes[k];
    const end = createRoot((dispose) => {
      watch('selection', () => [...editor.view.selection.wishes]);
      watch('place', () => [...wish(0).target!]);
      watch('other', () => ({ ...wish(1), target: [...wish(1).target!] }));
      watch('miss', () => editor.shot.reports[1].wishes[0].miss);
      watch('otherMiss', () => editor.shot.reports[1].wishes[1].miss);
      return dispose;
    });
    say({ type: 'moved', layer: 1, wish: 5, target: [7, 8, 9] });
    say(report(0.75));
    end();
    expect(heard).toEqual({ selection: 1, place: 2, other: 1, miss: 2, otherMiss: 1 });
    expect(wish(0).target).toEqual([7, 8, 9]);
  });

  test('never looks at a frame that the shot does not have', () => {
    const { editor, say, heard } = opened();
    act.setEditFrame(editor, 50);
    const end = createRoot((dispose) => {
      createEffect(() => {
        const { editFrame: frame } = editor.view;
        if (editor.shot.opened) editor.looks.look(0, { frame, what: 'result' });
      });
      return dispose;
    });
    heard.length = 0;
    say({ ...anOpened('short'), frames: 11 });
    expect(heard).toEqual([{ type: 'look', stream: 0, frame: 4, what: 'result' }]);
    end();
  });

  test('tells its worker that it has taken each frame', () => {
    const { editor, post, raw } = opened();
    editor.looks.look(0, { frame: 4, what: 'result' });
    const simulation = { positions: new Float32Array(12), normals: new Float32Array(12) };
    const frame = { stream: 0, frame: 3, revision: 2, draft: false, simulation, workMs: 0 };
    post({ kind: 'frame', connection: 1, frame: { ...frame, serial: 71 } });
    expect(raw).toContainEqual({ kind: 'taken', serial: 71, connection: 1 });
    expect(editor.vertices.frame(0)?.frame).toBe(3);
  });

  test('takes late frames of the bodies, but none of what stands beside them or is looked away', () => {
    const { editor, post } = opened();
    const [skin] = streams.before;
    const arrive = (stream: number, frame: number) => {
      const simulation = { positions: new Float32Array(12), normals: new Float32Array(12) };
      const rest = { serial: 1, revision: 2, draft: false, workMs: 0 };
      post({ kind: 'frame', connection: 1, frame: { ...rest, stream, frame, simulation } });
      return editor.vertices.frame(stream)?.frame;
    };
    for (const stream of [streams.edit, skin])
      editor.looks.look(stream, { frame: 8, what: 'result' });
    expect(arrive(streams.edit, 7)).toBe(7);
    expect(arrive(skin, 7)).toBeUndefined();
    expect(arrive(skin, 8)).toBe(8);
    editor.looks.lookAway(skin);
    editor.vertices.forgetStream(skin);
    expect(arrive(skin, 8)).toBeUndefined();
  });

  test('gives up on what it asked when the connection is lost, and says so', async () => {
    const { editor, post } = opened();
    const asked = act.undo(editor);
    post({ kind: 'state', state: 'lost', reason: 'gone' });
    expect(await asked).toBeNull();
    expect(editor.shot.connection).toBe('lost');
    expect(editor.shot.problems.at(-1)?.what).toContain('gone');
  });
});

test('what is asked without a connection is answered at once, in words', async () => {
  const { editor, post, heard } = opened();
  post({ kind: 'state', state: 'lost', reason: 'gone' });
  heard.length = 0;
  expect(await act.undo(editor)).toBeNull();
  expect(heard).toEqual([]);
  expect(editor.shot.problems.at(-1)?.what).toBe(
    'The program did not answer: the page is not connected to it',
  );
});

describe('commands', () => {
  test('the first handle makes its layer in the same step', async () => {
    const { editor, heard, answer, say } = opened();
    say({ ...aDocument([]), layers: [] });
    const adding = act.addHandle(editor, { vertex: 3, frame: 24, place: [1, 2, 3] });
    expect(heard.at(-1)).toMatchObject({
      type: 'edit',
      edit: {
        edit: 'add_layer',
        content: { kind: 'green', wishes: [{ vertex: 3, frame: 24, target: [1, 2, 3] }] },
      },
    });
    await answer({ type: 'done', ids: [8, 9] });
    expect(await adding).toEqual({ layer: 8, wish: 9 });
    expect(editor.view.selection).toEqual({ layer: 8, wishes: [9], vertex: 3 });
  });

  test('further handles go to the selected layer', async () => {
    const { editor, heard, answer } = opened();
    const adding = act.addHandle(editor, { vertex: 2, frame: 24, place: [0, 0, 0], radius: 0.1 });
    expect(heard.at(-1)).toMatchObject({
      edit: { edit: 'add_wish', layer: 1, index: 1, wish: { vertex: 2, radius: 0.1 } },
    });
    await answer({ type: 'done', ids: [6] });
    expect(await adding).toEqual({ layer: 1, wish: 6 });
  });

  test('a drag is one begin, moves with its number, and one end', async () => {
    const { editor, heard, answer } = opened();
    const beginning = act.beginDrag(editor);
    await answer({ type: 'done', drag: 4 });
    const drag = (await beginning)!;
    void drag.move(1, [{ wish: 5, to: [1, 1, 1] }]);
    void drag.end();
    expect(heard.slice(-3).map(({ type }) => type)).toEqual(['begin_drag', 'edit', 'end_drag']);
    expect(heard.at(-2)!.edit).toEqual({
      edit: 'move_wish',
      layer: 1,
      wish: 5,
      target: [1, 1, 1],
      drag: 4,
    });
  });

  test('a drag waits until the one before is over', async () => {
    const { editor, heard, answer } = opened();
    const first = act.beginDrag(editor);
    const second = act.beginDrag(editor);
    await answer({ type: 'done', drag: 4 });
    const ending = (await first)!.end();
    expect(heard.map(({ type }) => type)).toEqual(['begin_drag', 'end_drag']);
    await answer({ type: 'done' });
    await ending;
    await Promise.resolve();
    await answer({ type: 'done', drag: 5 });
    expect(await second).not.toBeNull();
    expect(heard.map(({ type }) => type)).toEqual(['begin_drag', 'end_drag', 'begin_drag']);
  });

  test('a refusal is shown once, in the words of the program', async () => {
    const { editor, answer } = opened();
    const asked = act.undo(editor);
    await answer({ type: 'problem', severity: 'error', what: 'nothing to undo' });
    expect(await asked).toBeNull();
    expect(editor.shot.problems.map(({ what }) => what)).toEqual(['nothing to undo']);
  });

  test('saving a shot without a file asks for its name', async () => {
    const { editor, heard } = opened();
    const before = heard.length;
    await act.save(editor);
    expect(editor.view.dialog).toBe('save_as');
    expect(heard.length).toBe(before);
  });

  test('an export says what was written and where, and stays until it was read', async () => {
    const { editor, answer } = opened();
    const exporting = act.exportMotion(editor, 'out.pc2', { what: 'result' });
    const exported = '/shots/out.pc2';
    await answer({ type: 'saved', file: exported, exported, frames: 61, points: 2904 });
    expect(await exporting).toBe(true);
    expect(editor.shot.problems.at(-1)).toMatchObject({
      severity: 'note',
      what: 'Exported out.pc2: 61 frames of 2,904 points',
      where: exported,
      copies: exported,
    });
  });

  test('frames stay inside of the shot, and steps between handles stop at the last', () => {
    const { editor } = opened();
    act.setEditFrame(editor, 999);
    expect(editor.view.editFrame).toBe(60);
    act.stepHandle(editor, -1);
    act.stepHandle(editor, -1);
    expect(editor.view.editFrame).toBe(10);
  });

  test('a file is opened with what was not saved, unless it is wanted as it was', () => {
    const { editor, heard } = opened();
    void act.openFile(editor, 'a.json');
    void act.openFile(editor, 'a.json', false);
    expect(heard.slice(-2)).toMatchObject([{ recover: true }, { recover: false }]);
  });

  test('what was put aside is told, also where a file is opened again', () => {
    const { editor, say } = opened();
    const note = 'unsaved changes were put aside as a.journal.old';
    say({ type: 'closed' });
    say({ ...anOpened(), recovered: { edits: 0, note } });
    expect(editor.shot.problems.map(({ what }) => what).join()).toContain(note);
  });

  test('a fix names the state that the inspection saw', async () => {
    const { editor, heard, say } = opened();
    say({ type: 'inspection', state: 7, problems: [], graphs: [], contacts: [] });
    void act.fixProblem(editor, 'strain:1');
    expect(heard.at(-1)).toMatchObject({ type: 'fix', problem: 'strain:1', state: 7 });
  });
});
