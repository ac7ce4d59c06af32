import { Show } from 'solid-js';
import { useEditor } from '../document/editor';
import { Dock, InspectPanel, Inspector, Overlay, WelcomePage } from './slots';
import { InspectorEdge } from './InspectorEdge';
import { StatusBar } from './StatusBar';
import { ToolRail } from './ToolRail';
import { TopBar } from './TopBar';
import { Views } from '../viewport/Views';

export function Shell() {
  const { shot, view } = useEditor();
  const inspectorWidth = () =>
    view.panels.inspector > 0 ? `${view.panels.inspector}px` : undefined;
  return (
    <div class="app">
      <TopBar />
      <Show when={shot.opened} fallback={<WelcomePage />}>
        <main
          class="work"
          classList={{ inspecting: view.workspace === 'inspect' }}
          style={{ '--w-inspector': inspectorWidth() }}
        >
          <ToolRail />
          <section class="center">
            <Views />
            <Dock />
          </section>
          <Show when={view.workspace === 'inspect'} fallback={<Inspector />}>
            <InspectPanel />
          </Show>
          <InspectorEdge />
        </main>
      </Show>
      <StatusBar />
      <Overlay />
    </div>
  );
}
