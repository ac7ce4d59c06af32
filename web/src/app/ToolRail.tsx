import { For, Show } from 'solid-js';
import { setHeat, setTool, toggleOverlay } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import type { Tool } from '../document/view_state';
import { chordFor } from '../keymap/table';
import { heats, type Heat } from '../protocol/requests';
import { heatNames } from '../viewport/heat_names';
import { Icon } from '../widgets/Icon';
import type { IconName } from '../widgets/icon_paths';
import { Menu, type MenuItem } from './Menu';
import { PoseTools } from '../poses/PoseRail';

const tools: { tool: Tool; icon: IconName; title: string }[] = [
  { tool: 'select', icon: 'select', title: 'Select' },
  { tool: 'handle', icon: 'handle', title: 'Handle: click a point, drag it' },
  { tool: 'region', icon: 'region', title: 'Region handle: a soft area moves along' },
  { tool: 'pin', icon: 'pin', title: 'Pin: hold a point where the input has it' },
  { tool: 'contact', icon: 'contact', title: 'Contact: keep a point on its level' },
  { tool: 'trail', icon: 'trail', title: 'Trail: drag the dots of a motion' },
  { tool: 'probe', icon: 'probe', title: 'Probe: pick a vertex to see its curves' },
];

type Toggle = {
  name: Parameters<typeof toggleOverlay>[1];
  icon: IconName;
  title: string;
  color: string;
};
const toggles: Toggle[] = [
  { name: 'ghost', icon: 'ghost', title: 'Ghost of the input', color: 'c-input' },
  { name: 'onion', icon: 'onion', title: 'Onion skins', color: 'c-before' },
  { name: 'wire', icon: 'wire', title: 'Wireframe', color: 'c-select' },
];

// Pink is the colour of poses.
const isOfPose = (name: Toggle['name'], workspace: string) =>
  name === 'ghost' && workspace === 'poses';

function heatItems(editor: Editor): MenuItem[] {
  const title = (heat: Heat) => (heat === 'none' ? 'No heat' : heatNames[heat].title);
  return heats.map((heat) => ({
    title: title(heat),
    on: editor.view.overlays.heat === heat,
    act: () => setHeat(editor, heat),
  }));
}

export function ToolRail() {
  const editor = useEditor();
  const { view } = editor;
  const withKey = (title: string, tool: Tool) => {
    const chord = chordFor(`tool.${tool}`, view.keymap);
    return chord ? `${title} (${chord})` : title;
  };
  return (
    <nav class="rail">
      <Show when={view.workspace !== 'poses'} fallback={<PoseTools />}>
        <For each={tools}>
          {({ tool, icon, title }) => (
            <button
              class="tool"
              classList={{ on: view.tool === tool }}
              title={withKey(title, tool)}
              onClick={() => setTool(editor, tool)}
            >
              <Icon name={icon} size={18} />
            </button>
          )}
        </For>
      </Show>
      <span class="grow" />
      <For each={toggles}>
        {({ name, icon, title, color }) => (
          <button
            class="tool"
            classList={{
              lit: view.overlays[name],
              [color]: !isOfPose(name, view.workspace),
              'c-handle': isOfPose(name, view.workspace),
            }}
            title={isOfPose(name, view.workspace) ? 'The chosen pose' : title}
            onClick={() => toggleOverlay(editor, name)}
          >
            <Icon name={icon} size={18} />
          </button>
        )}
      </For>
      <Menu
        class="tool c-error"
        place="right"
        title="Heat overlay"
        label={
          <>
            <Icon name="heat" size={18} />
            <Show when={view.overlays.heat !== 'none'}>
              <i class="lamp" />
            </Show>
          </>
        }
        items={heatItems(editor)}
      />
    </nav>
  );
}
