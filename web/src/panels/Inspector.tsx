import { Match, Show, Switch } from 'solid-js';
import { selectedLayer } from '../document/commands';
import { useEditor } from '../document/editor';
import type { BlendLayer, GreenLayer } from '../protocol/shot';
import { DeltaSection } from './DeltaSection';
import { HandleList } from './HandleList';
import { HandleSection } from './HandleSection';
import { HistorySection } from './HistorySection';
import { LayerSection } from './LayerSection';
import { SolverSection } from './SolverSection';

/** Right of the views: the handles, the selected one, its layer, how it is solved, and the history. */
export function Inspector() {
  const editor = useEditor();
  const layer = () => selectedLayer(editor);
  const active = () => editor.view.selection.wishes.at(-1);
  const green = () => (layer()?.kind === 'green' ? (layer() as GreenLayer) : null);
  const blend = () => (layer()?.kind === 'blend' ? (layer() as BlendLayer) : null);
  const wish = () => green()?.wishes.find(({ id }) => id === active());
  const delta = () => blend()?.deltas.find(({ id }) => id === active());
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="scroll">
        <HandleList />
        <Switch>
          <Match when={wish()}>
            {(found) => <HandleSection layer={green()!} wish={found()} />}
          </Match>
          <Match when={delta()}>
            {(found) => <DeltaSection layer={blend()!} delta={found()} />}
          </Match>
        </Switch>
        <Show when={layer()}>{(found) => <LayerSection layer={found()} />}</Show>
        <Show when={green()}>{(found) => <SolverSection layer={found()} />}</Show>
      </div>
      <HistorySection />
    </aside>
  );
}
