import { createEffect, createResource, createSignal, For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import type { IconName } from '../widgets/icon_paths';
import { listFiles } from '../document/commands';
import { useEditor } from '../document/editor';
import { joined } from '../text/file_names';

const icons: Record<string, IconName> = {
  folder: 'folder',
  shot: 'file',
  mesh: 'wire',
  cache: 'probe',
  edit: 'handle',
};

/** Folders and files as the program sees them, only below what the person has opened. */
export function FileBrowser(props: {
  initialFolder: string;
  kinds: readonly string[]; // that can be chosen
  onFolder?: (folder: string) => void;
  onListing?: (names: string[]) => void; // of all that is there
  onChoose: (file: string) => void;
  empty?: string; // what to say where there is nothing to choose
}) {
  const editor = useEditor();
  const [folder, setFolder] = createSignal(props.initialFolder);
  const [listing] = createResource(folder, (wanted) => listFiles(editor, wanted));
  createEffect(() => props.onListing?.((listing()?.entries ?? []).map(({ name }) => name)));
  const go = (next: string) => {
    setFolder(next);
    props.onFolder?.(next);
  };
  const entries = () => {
    const all = listing()?.entries ?? [];
    return all.filter(({ kind }) => kind === 'folder' || props.kinds.includes(kind));
  };
  const choose = (name: string, kind: string) => {
    const path = joined(listing()?.folder ?? folder(), name);
    if (kind === 'folder') go(path);
    else props.onChoose(path);
  };
  return (
    <div class="file-browser">
      <div class="file-path">
        <button
          class="icon-btn"
          title="One folder up"
          aria-label="One folder up"
          disabled={!listing()?.parent}
          onClick={() => go(listing()?.parent ?? folder())}
        >
          <Icon name="up" size={14} />
        </button>
        <span class="path">{listing()?.folder ?? folder()}</span>
      </div>
      <div class="file-list" role="listbox" aria-label="Files">
        <For each={entries()}>
          {({ name, kind }) => (
            <button class="file-item" role="option" onClick={() => choose(name, kind)}>
              <Icon name={icons[kind] ?? 'file'} size={14} />
              <span class="grow">{name}</span>
              <span class="mut cap">{kind}</span>
            </button>
          )}
        </For>
        <Show when={!listing.loading && entries().length === 0}>
          <p class="empty">
            {listing()
              ? (props.empty ?? 'Nothing here that Retake reads.')
              : 'This folder cannot be read.'}
          </p>
        </Show>
      </div>
    </div>
  );
}
