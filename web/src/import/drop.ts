import { createStore, type SetStoreFunction } from 'solid-js/store';
import { ask } from '../document/ask';
import { complain, type Editor } from '../document/editor';
import type { Outlook } from '../protocol/messages';
import { dropName, importable, uploadUrl } from './drop_names';
import { sendFile } from './send_file';

// Files of a person that are on their way into the program: brought, looked at, imported.
export type Brought = {
  drop: string; // the name of their folder in the program; empty: nothing was dropped
  files: { name: string; size: number }[];
  sent: number; // bytes
  phase: 'bringing' | 'looking' | 'asking' | 'importing';
  outlook: Outlook | null; // what the program makes of them
};

const nothing: Brought = { drop: '', files: [], sent: 0, phase: 'bringing', outlook: null };

/** What a person says otherwise than it was guessed. */
export type Choices = {
  up?: string;
  unit?: number;
  fps?: number;
  start?: number;
  body?: string;
};

const atOnce = 4; // files under way

// One drop at a time: the next one takes the place of the one before.
export class Drop {
  readonly brought: Brought;
  private readonly set: SetStoreFunction<Brought>;
  private ending = new AbortController();

  constructor(private readonly editor: Editor) {
    [this.brought, this.set] = createStore<Brought>({ ...nothing });
  }

  async take(files: File[]): Promise<void> {
    this.forget();
    const taken = files.filter(({ name }) => importable(name));
    if (taken.length === 0) return complainOfKinds(this.editor, files);
    const drop = dropName();
    const { signal } = this.ending;
    const list = taken.map(({ name, size }) => ({ name, size }));
    this.set({ ...nothing, drop, files: list });
    this.editor.setView('dialog', 'import');
    try {
      await this.bring(taken, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.close();
      return complain(this.editor, 'The files could not be read', messageOf(error));
    }
    if (!signal.aborted) await this.look({});
  }

  // What the program makes of them, with what the person has said.
  async look(choices: Choices): Promise<void> {
    const { drop, files } = this.brought;
    const names = files.map(({ name }) => name);
    this.set('phase', 'looking');
    const request = { type: 'examine' as const, drop, files: names, ...choices };
    const outlook = await ask(this.editor, request);
    if (this.brought.drop !== drop) return;
    this.set({ outlook, phase: 'asking' });
  }

  async import(choices: Choices): Promise<void> {
    const { drop, files } = this.brought;
    const names = files.map(({ name }) => name);
    this.set('phase', 'importing');
    const request = { type: 'import' as const, drop, files: names, ...choices };
    const done = await ask(this.editor, request);
    if (this.brought.drop !== drop) return;
    if (done) this.close();
    else this.set('phase', 'asking');
  }

  // Breaks off what is under way; half a file goes away in the program by itself.
  forget(): void {
    this.ending.abort();
    this.ending = new AbortController();
    this.set({ ...nothing });
  }

  private close(): void {
    this.forget();
    if (this.editor.view.dialog === 'import') this.editor.setView('dialog', 'none');
  }

  private async bring(files: File[], signal: AbortSignal): Promise<void> {
    const waiting = [...files];
    const next = async (): Promise<void> => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        let before = 0;
        const told = (bytes: number) => {
          const more = bytes - before;
          before = bytes;
          if (!signal.aborted) this.set('sent', (sent) => sent + more);
        };
        await sendFile(uploadUrl(this.brought.drop, file.name), file, told, signal);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function complainOfKinds(editor: Editor, files: File[]): void {
  if (files.length === 0) return;
  const advice = 'Drop a mesh (OBJ, PLY, STL, OFF, glTF, MD2 or tets), with its PC2 or MDD cache.';
  complain(editor, `${files[0].name} is no mesh and no cache`, advice);
}
