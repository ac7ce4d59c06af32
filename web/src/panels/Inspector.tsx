import { Match, Show, Switch } from 'solid-js';
import { selectedLayer } from '../document/commands';
import { useEditor } from '../document/editor';
import { holdsWishes, isSolved, isUnknown, markIn } from '../shot/layer';
import type { Delta, Wish } from '../shot/shot';
import { DeltaSection } from './DeltaSection';
import { HandleList } from './HandleList';
import { HandleSection } from './HandleSection';
import { HistorySection } from './HistorySection';
import { LayerSection } from './LayerSection';
import { SolverSection } from './SolverSection';
import { UnknownSection } from './UnknownSection';

/** Right of the views: the handles, the selected one, its layer, how it is solved, and the history. */
export function Inspector() {
  const editor = useEditor();
  const layer = () => selectedLayer(editor);
  const mark = () => markIn(layer(), editor.view.selection.wishes.at(-1));
  const holder = () => {
    const own = layer();
    return holdsWishes(own) ? own : null;
  };
  const solved = () => {
    const own = layer();
    return isSolved(own) ? own : null;
  };
  const stranger = () => {
    const own = layer();
    return own && isUnknown(own) ? own : null;
  };
  const wish = (): Wish | undefined =>
    holder()?.wishes.find(({ id }) => id === editor.view.selection.wishes.at(-1));
  const delta = (): Delta | null => {
    const own = mark();
    return own && 'displacement' in own ? own : null;
  };
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="scroll">
        <HandleList />
        <Switch>
          <Match when={wish()}>
            {(found) => <HandleSection layer={holder()!} wish={found()} />}
          </Match>
          <Match when={delta()}>
            {(found) => <DeltaSection layer={layer()!} delta={found()} />}
          </Match>
        </Switch>
        <Show when={layer()}>{(found) => <LayerSection layer={found()} />}</Show>
        <Show when={stranger()}>{(found) => <UnknownSection layer={found()} />}</Show>
        <Show when={solved()}>{(found) => <SolverSection layer={found()} />}</Show>
      </div>
      <HistorySection />
    </aside>
  );
}
