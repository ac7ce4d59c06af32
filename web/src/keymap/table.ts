// All commands and their keys, in one table: the keys act by it, "?" shows it, F3 searches it and
// the status bar takes its hints from it. Browsers keep Ctrl N, Q, T and W to themselves,
// and people expect F5 to load the page again.

import { addable, type AddableKind } from '../shot/layer';

export type KeymapName = 'blender' | 'maya';

/** When a command can be used; the later ones are more particular. */
export const occasions = [
  ...(['always', 'shot', 'edit', 'poses', 'inspect'] as const),
  ...(['selected', 'dragging'] as const),
] as const;
export type Occasion = (typeof occasions)[number];

export type Binding = {
  id: string;
  title: string;
  group: string;
  blender: string; // chords, separated by commas
  maya: string;
  when: Occasion;
  hint?: string; // a word or two for the status bar
};

type Row = [
  id: string,
  title: string,
  blender: string,
  maya: string,
  when: Occasion,
  hint?: string,
];

function group(name: string, rows: Row[]): Binding[] {
  return rows.map(([id, title, blender, maya, when, hint]) => ({
    ...{ id, title, group: name, blender, maya, when },
    ...(hint && { hint }),
  }));
}

/** The command that adds a layer of the kind. */
export const addCommand = ({ kind }: AddableKind) => `layer.add_${kind}`;

export const table: Binding[] = [
  ...group('File', [
    ['file.open', 'Open a shot…', 'Ctrl O', 'Ctrl O', 'always'],
    ['file.save', 'Save', 'Ctrl S', 'Ctrl S', 'shot'],
    ['file.save_as', 'Save as…', 'Ctrl Shift S', 'Ctrl Shift S', 'shot'],
    ['file.export', 'Export…', 'Ctrl E', 'Ctrl E', 'shot'],
    ['file.save_edit', 'Save the edit alone…', '', '', 'shot'],
    ['file.apply_edit', 'Apply a saved edit…', '', '', 'shot'],
    ['file.close', 'Close the shot', '', '', 'shot'],
  ]),
  ...group('Edit', [
    ['edit.undo', 'Undo', 'Ctrl Z', 'Ctrl Z, Z', 'shot', 'undo'],
    ['edit.redo', 'Redo', 'Ctrl Shift Z, Ctrl Y', 'Ctrl Y, Shift Z', 'shot'],
    ['handle.delete', 'Delete handle', 'X, Delete', 'Delete, Backspace', 'selected', 'delete'],
    ['handle.toggle', 'Switch handle off or on', 'H', 'H', 'selected'],
    ['handle.all', 'Select all handles of the layer', 'A', 'Ctrl Shift A', 'edit'],
    ['handle.none', 'Select nothing', 'Alt A', 'Alt D', 'edit'],
    ...addable.map((kind): Row => [
      addCommand(kind),
      kind.adding.command,
      kind.adding.keys.blender,
      kind.adding.keys.maya,
      'edit',
    ]),
    ['layer.remove', 'Delete the layer', '', '', 'edit'],
    ['layer.mute', 'Mute the layer', 'Alt M', 'Alt M', 'edit'],
    ['layer.solo', 'Solo the layer', 'Alt S', 'Alt S', 'edit'],
  ]),
  ...group('Tools', [
    ['tool.handle', 'Handle: click a point, drag it', 'G', 'W', 'edit', 'grab'],
    ['tool.select', 'Select', 'W', 'Q', 'edit'],
    ['tool.box', 'Box select', 'B', 'Shift Q', 'edit', 'box'],
    ['tool.circle', 'Circle select', 'C', 'Alt Q', 'edit'],
    ['tool.region', 'Region handle', 'O', 'B', 'edit', 'region'],
    ['tool.radius_down', 'Region: smaller radius', '[', '[', 'edit'],
    ['tool.radius_up', 'Region: larger radius', ']', ']', 'edit'],
    ['tool.pin', 'Pin', 'P', 'P', 'edit'],
    ['tool.contact', 'Contact', 'K', 'K', 'edit'],
    ['tool.trail', 'Edit on the trail', 'T', 'T', 'edit'],
    ['tool.probe', 'Probe a vertex', 'I', 'I', 'shot'],
  ]),
  ...group('While dragging', [
    ['drag.axis', 'Along one axis', 'X, Y, Z', 'X, Y, Z', 'dragging', 'along axis'],
    [
      'drag.plane',
      'In one plane',
      'Shift X, Shift Y, Shift Z',
      'Shift X, Shift Y, Shift Z',
      'dragging',
    ],
    ['drag.fine', 'Ten times finer', 'Shift', 'Shift', 'dragging', 'precise'],
    ['drag.snap', 'Snap', 'Ctrl', 'Ctrl', 'dragging', 'snap'],
    ['drag.type', 'Type the distance', '0–9', '0–9', 'dragging', 'type'],
    ['drag.radius', 'Region: wider or narrower', 'Wheel', 'Wheel', 'dragging'],
    ['drag.cancel', 'Put it back', 'Esc', 'Esc', 'dragging', 'cancel'],
  ]),
  ...group('Time', [
    ['time.play', 'Play or pause', 'Space', 'Alt V', 'shot', 'play'],
    ['time.back', 'One frame back', 'Left', 'Alt ,', 'shot'],
    ['time.forward', 'One frame forward', 'Right', 'Alt .', 'shot'],
    ['time.previous_handle', 'Previous handle', 'Down', ',', 'edit'],
    ['time.next_handle', 'Next handle', 'Up', '.', 'edit', 'next handle'],
    ['time.first', 'First frame', 'Shift Left', 'Alt Shift V', 'shot'],
    ['time.last', 'Last frame', 'Shift Right', 'Alt Shift B', 'shot'],
    ['time.range_start', 'Range begins here', 'Alt Home', 'Alt Home', 'shot'],
    ['time.range_end', 'Range ends here', 'Alt End', 'Alt End', 'shot'],
    ['time.mode', 'Loop, once, back and forth', 'L', 'L', 'shot'],
    ['time.every_frame', 'Real time or every frame', 'Shift L', 'Shift L', 'shot'],
    ['time.unit', 'Frames or seconds', 'Shift U', 'Shift U', 'shot'],
    ['time.whole', 'Show the whole motion', 'Ctrl Home', 'Ctrl Home', 'shot'],
  ]),
  ...group('Window', [
    ['app.palette', 'Find a command', 'F3', 'F3', 'always'],
    ['app.keys', 'All keys', '?, F1', '?, F1', 'always'],
    ['app.preferences', 'Preferences…', 'Ctrl ,', 'Ctrl ,', 'always'],
    ['workspace.edit', 'Workspace: Edit', 'Shift 1', 'Shift 1', 'shot'],
    ['workspace.poses', 'Workspace: Poses', 'Shift 2', 'Shift 2', 'shot'],
    ['workspace.inspect', 'Workspace: Inspect', 'Shift 3', 'Shift 3', 'shot'],
  ]),
  ...group('View', [
    ['view.frame_all', 'Show everything', 'Home', 'A', 'shot'],
    ['view.frame_selected', 'Show the selected point', 'Numpad ., .', 'F', 'shot'],
    ['view.front', 'From the front', 'Numpad 1', 'Numpad 1', 'shot'],
    ['view.right', 'From the right', 'Numpad 3', 'Numpad 3', 'shot'],
    ['view.top', 'From above', 'Numpad 7', 'Numpad 7', 'shot'],
    [
      'view.maximize',
      'Maximize the view under the cursor',
      'Ctrl Space',
      'Space',
      'shot',
      'maximize',
    ],
    ['view.link', 'Link the cameras', 'Shift K', 'Shift K', 'shot'],
    ['view.compare', 'Result, input, blend', 'Shift C', 'Shift C', 'shot', 'compare'],
    ['view.surface', 'Render surface or simulation mesh', 'Shift R', '6', 'shot'],
    ['view.wire', 'Wireframe', 'Shift Z', '4', 'shot'],
    ['view.tets', 'Inner edges of the tets', 'Shift T', 'Shift T', 'shot'],
    ['view.ghost', 'Ghost of the input', 'Shift G', 'Shift G', 'shot'],
    ['view.onion', 'Onion skins', 'Shift O', 'Shift O', 'shot'],
    ['view.trail', 'Motion trail', 'M', 'M', 'shot'],
    ['view.contacts', 'Contacts and their normals', 'Shift N', 'Shift N', 'edit'],
    ['view.pins', 'Pins', 'Shift P', 'Shift P', 'shot'],
    ['view.heat', 'Next heat overlay', 'Shift H', 'Shift H', 'shot'],
  ]),
  ...group('Poses', [
    ['poses.bend', 'Bend the pose by its points', 'G', 'W', 'poses'],
    ['poses.select', 'Pick points', 'W', 'Q', 'poses'],
    ['poses.box', 'Pick points in a box', 'B', 'Shift Q', 'poses'],
    ['poses.circle', 'Pick points in a circle', 'C', 'Alt Q', 'poses'],
    ['poses.hold', 'Keep the picked points put', 'K', 'K', 'poses'],
    ['poses.none', 'Choose nothing', 'Alt A', 'Alt D', 'poses'],
    ['poses.store', 'Store this frame as a pose', 'I', 'S', 'poses', 'store pose'],
    ['poses.copy', 'Copy the pose', 'Shift D', 'Ctrl D', 'poses'],
    ['poses.mirror', 'Mirror the pose', 'Shift M', 'Shift M', 'poses'],
    ['poses.blend', 'Blend the poses around this frame', 'Shift B', 'Shift B', 'poses'],
    ['poses.delete', 'Delete what is chosen', 'X, Delete', 'Delete, Backspace', 'poses'],
    ['poses.previous', 'Previous pose', 'Down', ',', 'poses'],
    ['poses.next', 'Next pose', 'Up', '.', 'poses', 'next pose'],
    ['poses.mode_down', 'Softer mode', '[', '[', 'poses'],
    ['poses.mode_up', 'Stiffer mode', ']', ']', 'poses'],
    ['poses.swing', 'Swing the shape of the mode', 'Shift Space', 'Shift Space', 'poses'],
    ['poses.beside', 'Beside: nothing, linear, warped', 'Shift C', 'Shift C', 'poses'],
  ]),
  ...group('Inspect', [
    ['inspect.check', 'Check all frames', 'F8', 'F8', 'shot'],
    ['inspect.next', 'Next problem', 'N', 'N', 'inspect', 'next problem'],
    ['inspect.previous', 'Previous problem', 'Shift N', 'Shift N', 'inspect'],
    ['inspect.fix', 'Fix the problem', 'Enter', 'Enter', 'inspect', 'fix'],
    ['heat.edit_size', 'Heat: size of the edit', '1', '1', 'inspect', 'overlay'],
    ['heat.strain', 'Heat: strain', '2', '2', 'inspect'],
    ['heat.penetration', 'Heat: penetration', '3', '3', 'inspect'],
    ['heat.handle_error', 'Heat: handle error', '4', '4', 'inspect'],
    ['heat.none', 'Heat: none', '0', '0', 'inspect'],
  ]),
];

export function chordsOf(binding: Binding, keymap: KeymapName): string[] {
  return binding[keymap].split(/, (?=\S)/).filter(Boolean);
}

/** The first chord of a command, for menus and tooltips; none where it has none. */
export function chordFor(id: string, keymap: KeymapName): string | undefined {
  const binding = table.find((one) => one.id === id);
  return binding && chordsOf(binding, keymap)[0];
}

/** The commands that a chord stands for now, the most particular first. */
export function bindingsFor(
  chord: string,
  keymap: KeymapName,
  now: ReadonlySet<Occasion>,
): Binding[] {
  return table
    .filter((binding) => now.has(binding.when) && chordsOf(binding, keymap).includes(chord))
    .sort((a, b) => occasions.indexOf(b.when) - occasions.indexOf(a.when));
}

/** At most five hints of what works now, the most particular first. */
export function hintsFor(keymap: KeymapName, now: ReadonlySet<Occasion>): Binding[] {
  const particular = (binding: Binding) => occasions.indexOf(binding.when);
  return table
    .filter(
      (binding) => binding.hint && now.has(binding.when) && chordsOf(binding, keymap).length > 0,
    )
    .sort((a, b) => particular(b) - particular(a))
    .slice(0, 5);
}
