import { createSignal, Show } from 'solid-js';
import { exportMotion } from '../document/commands';
import { useEditor } from '../document/editor';
import { Row, Segments } from '../panels/controls';
import { exportFormats, optionsFor, type ExportChoices } from './export_choices';
import { NamedSheet } from './FileSheets';

export function ExportSheet() {
  const editor = useEditor();
  const [choices, setChoices] = createSignal<ExportChoices>({
    format: '.pc2',
    what: 'result',
    frames: 'all',
    mesh: 'simulation',
    morphs: 'frames',
  });
  const choose = (change: Partial<ExportChoices>) => setChoices({ ...choices(), ...change });
  const frameCount = () => editor.shot.opened?.frames ?? 1;
  const act = async (path: string, replace: boolean) => {
    const range: [number, number] = [editor.view.range[0], editor.view.range[1]];
    return !!(await exportMotion(editor, path, {
      ...optionsFor(choices(), range, frameCount()),
      replace,
    }));
  };
  return (
    <NamedSheet
      title="Export"
      act="Export"
      about={['export', 'files']}
      initialName={editor.shot.document?.name ?? 'motion'}
      endings={[choices().format]}
      kinds={['cache', 'scene', 'picture']}
      onAct={act}
    >
      <Row label="Format">
        <Segments
          label="Format"
          value={choices().format}
          choices={[...exportFormats]}
          onChange={(format) => choose({ format })}
        />
      </Row>
      <ChoiceRows choices={choices()} onChoose={choose} />
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
      <Row label="Motion">
        <Segments
          label="Motion"
          value={props.choices.what}
          choices={[
            { value: 'result', title: 'Result' },
            { value: 'input', title: 'Input' },
            { value: 'blend', title: 'Blend' },
          ]}
          onChange={(what) => props.onChoose({ what })}
        />
      </Row>
      <Row label="Frames">
        <Segments
          label="Frames"
          value={props.choices.frames}
          choices={[
            { value: 'all', title: 'All' },
            { value: 'range', title: `Range ${editor.view.range[0]} – ${editor.view.range[1]}` },
          ]}
          onChange={(frames) => props.onChoose({ frames })}
        />
      </Row>
      <Show when={editor.shot.opened?.render_surface}>
        <Row label="Mesh">
          <Segments
            label="Mesh"
            value={props.choices.mesh}
            choices={[
              { value: 'simulation', title: 'Simulation', tip: 'The vertices that are edited' },
              { value: 'render', title: 'Render', tip: 'The finer surface that they carry' },
            ]}
            onChange={(mesh) => props.onChoose({ mesh })}
          />
        </Row>
      </Show>
      <Show when={props.choices.format === '.glb'}>
        <MorphRow choices={props.choices} onChoose={props.onChoose} />
      </Show>
    </>
  );
}

function MorphRow(props: {
  choices: ExportChoices;
  onChoose: (change: Partial<ExportChoices>) => void;
}) {
  return (
    <Row label="Morph targets">
      <Segments
        label="Morph targets"
        value={props.choices.morphs}
        choices={[
          { value: 'frames', title: 'One a frame', tip: 'Every frame as it is; large' },
          { value: '0.0001', title: '0.01 % off', tip: 'As few as keep every vertex so near' },
          { value: '0.001', title: '0.1 % off', tip: 'Fewer, still hard to tell apart' },
        ]}
        onChange={(morphs) => props.onChoose({ morphs })}
      />
    </Row>
  );
}
