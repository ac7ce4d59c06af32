import { createSignal, Show } from 'solid-js';
import { exportMotion } from '../document/commands';
import { useEditor, type Editor } from '../document/editor';
import { ChoiceRow, Row, Select } from '../widgets/controls';
import {
  exportFormats,
  isOverlay,
  optionsFor,
  usdFiles,
  type ExportChoices,
} from './export_choices';
import { baseName, joined, withoutEnding } from '../text/file_names';
import { NamedSheet } from './FileSheets';

export function ExportSheet() {
  const editor = useEditor();
  const [choices, setChoices] = createSignal<ExportChoices>({
    format: '.pc2',
    what: 'result',
    frames: 'all',
    mesh: shownMesh(editor),
    morphs: 'frames',
    usd: 'whole',
    over: '',
    prim: '',
  });
  const [listing, setListing] = createSignal<Listing>({ folder: '', names: [] });
  const choose = (change: Partial<ExportChoices>) => setChoices({ ...choices(), ...change });
  const frameCount = () => editor.shot.opened?.frames ?? 1;
  const act = async (path: string, replace: boolean) => {
    const range: [number, number] = [editor.view.range[0], editor.view.range[1]];
    return exportMotion(editor, path, {
      ...optionsFor(choices(), range, frameCount()),
      replace,
    });
  };
  return (
    <NamedSheet
      title="Export"
      act="Export"
      about={['export', 'files']}
      initialName={proposedName(editor)}
      endings={[choices().format]}
      kinds={['cache', 'scene', 'picture']}
      onListing={(folder, names) => setListing({ folder, names })}
      needs={isOverlay(choices()) && !choices().over ? 'Choose your USD file first' : ''}
      onAct={act}
    >
      <ChoiceRow
        label="Format"
        value={choices().format}
        choices={exportFormats}
        onChange={(format) => choose({ format })}
      />
      <ChoiceRows choices={choices()} onChoose={choose} />
      <Show when={choices().format === '.usda'}>
        <UsdRows choices={choices()} listing={listing()} onChoose={choose} />
      </Show>
    </NamedSheet>
  );
}

function ChoiceRows(props: {
  choices: ExportChoices;
  onChoose: (change: Partial<ExportChoices>) => void;
}) {
  const editor = useEditor();
  return (
    <>
      <ChoiceRow
        label="Motion"
        value={props.choices.what}
        choices={{ result: 'Result', input: 'Input', blend: 'Blend' }}
        onChange={(what) => props.onChoose({ what })}
      />
      <Show when={!isOverlay(props.choices)}>
        <ChoiceRow
          label="Frames"
          value={props.choices.frames}
          choices={[
            { value: 'all', title: 'All' },
            { value: 'range', title: `Range ${editor.view.range[0]} – ${editor.view.range[1]}` },
          ]}
          onChange={(frames) => props.onChoose({ frames })}
        />
      </Show>
      <Show when={editor.shot.opened?.render_surface}>
        <ChoiceRow
          label="Mesh"
          value={props.choices.mesh}
          choices={[
            { value: 'simulation', title: 'Simulation', tip: 'The vertices that are edited' },
            { value: 'render', title: 'Render', tip: 'The finer surface that they carry' },
          ]}
          onChange={(mesh) => props.onChoose({ mesh })}
        />
      </Show>
      <Show when={props.choices.format === '.glb'}>
        <MorphRow choices={props.choices} onChoose={props.onChoose} />
      </Show>
    </>
  );
}

// What is looked at is what goes out.
function shownMesh({ shot, view }: Editor): ExportChoices['mesh'] {
  const isShown = Object.values(view.surfaces).includes('render');
  return shot.opened?.render_surface && isShown ? 'render' : 'simulation';
}

// The name under which the shot was saved, else the shot's own.
function proposedName({ shot }: Editor): string {
  const { file, name } = shot.document ?? {};
  return file ? withoutEnding(baseName(file)) : (name ?? 'motion');
}

type Listing = { folder: string; names: string[] };

// The whole motion, or a layer with the edit alone over the person's own file.
function UsdRows(props: {
  choices: ExportChoices;
  listing: Listing;
  onChoose: (change: Partial<ExportChoices>) => void;
}) {
  const bases = () => usdFiles(props.listing.names);
  return (
    <>
      <ChoiceRow
        label="Content"
        value={props.choices.usd}
        choices={[
          { value: 'whole', title: 'The whole motion' },
          {
            value: 'edits',
            title: 'Edits over your file',
            tip: 'A layer that changes what was edited and leaves your scene as it is',
          },
        ]}
        onChange={(usd) => props.onChoose({ usd })}
      />
      <Show when={props.choices.usd === 'edits'}>
        <Row label="Your USD file">
          <Show
            when={bases().length > 0}
            fallback={<span class="mut">None in this folder: go to where it lies</span>}
          >
            <Select
              label="Your USD file"
              value={baseName(props.choices.over)}
              choices={[
                { value: '', title: 'Choose…' },
                ...bases().map((name) => ({ value: name, title: name })),
              ]}
              onChange={(name) =>
                props.onChoose({ over: name && joined(props.listing.folder, name) })
              }
            />
          </Show>
        </Row>
        <Row label="Prim">
          <input
            class="text-field"
            aria-label="Prim"
            placeholder="found by its points, e.g. /World/body"
            value={props.choices.prim}
            onInput={(event) => props.onChoose({ prim: event.currentTarget.value })}
          />
        </Row>
      </Show>
    </>
  );
}

function MorphRow(props: {
  choices: ExportChoices;
  onChoose: (change: Partial<ExportChoices>) => void;
}) {
  return (
    <ChoiceRow
      label="Morph targets"
      value={props.choices.morphs}
      choices={[
        { value: 'frames', title: 'One a frame', tip: 'Every frame as it is; large' },
        { value: '0.0001', title: '0.01 % off', tip: 'As few as keep every vertex so near' },
        { value: '0.001', title: '0.1 % off', tip: 'Fewer, still hard to tell apart' },
      ]}
      onChange={(morphs) => props.onChoose({ morphs })}
    />
  );
}
