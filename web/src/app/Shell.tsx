import { Match, Show, Switch } from 'solid-js';
import { useEditor } from '../document/editor';
import { Dock, InspectPanel, Inspector, Overlay, PoseInspector, WelcomePage } from './slots';
import { InspectorEdge } from './InspectorEdge';
import { StatusBar } from './StatusBar';
import { ToolRail } from './ToolRail';
import { TopBar } from './TopBar';
import { Part } from '../widgets/Part';
import { Views } from '../views/Views';

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
          classList={{
            inspecting: view.workspace === 'inspect',
            posing: view.workspace === 'poses',
          }}
          style={{ '--w-inspector': inspectorWidth() }}
        >
          <ToolRail />
          <section class="center">
            <Part name="views">
              <Views />
            </Part>
            <Part name="timeline">
              <Dock />
            </Part>
          </section>
          <Part name="inspector">
            <Switch fallback={<Inspector />}>
              <Match when={view.workspace === 'inspect'}>
                <InspectPanel />
              </Match>
              <Match when={view.workspace === 'poses'}>
                <PoseInspector />
              </Match>
            </Switch>
          </Part>
          <InspectorEdge />
        </main>
      </Show>
      <StatusBar />
      <Overlay />
    </div>
  );
}
