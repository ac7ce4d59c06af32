import { createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { Sheet } from '../widgets/Sheet';
import { ChoiceRow, Row } from '../widgets/controls';
import { ProblemNotes } from '../panels/Messages';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import type { Outlook } from '../protocol/messages';
import type { Choices, Drop } from './drop';
import { pageSentence } from '../text/sentences';
import { bytesText } from './drop_names';

/** What was dropped, how it will be read, and what was guessed about it. */
export function ImportSheet(props: { drop: Drop }) {
  const [choices, setChoices] = createSignal<Choices>({});
  const brought = () => props.drop.brought;
  const choose = (more: Choices) => setChoices({ ...choices(), ...more });
  onCleanup(() => brought().phase !== 'importing' && props.drop.forget());
  return (
    <Sheet title="Bring your own animation" class="import">
      <Files drop={props.drop} />
      <Show when={brought().outlook}>
        {(outlook) => <Reading outlook={outlook()} choices={choices()} onChoose={choose} />}
      </Show>
      <ProblemNotes about={['examine', 'import', 'open']} />
      <footer>
        <span class="mut">{phaseText(props.drop)}</span>
        <span class="grow" />
        <button
          class="btn primary"
          ref={(button) => onMount(() => button.focus())}
          disabled={brought().phase !== 'asking' || !brought().outlook}
          onClick={() => void props.drop.import(choices())}
        >
          Import
        </button>
      </footer>
    </Sheet>
  );
}

function phaseText({ brought }: Drop): string {
  const total = brought.files.reduce((sum, { size }) => sum + size, 0);
  const progress = `${bytesText(brought.sent)} of ${bytesText(total)}`;
  return {
    bringing: `Bringing the files: ${progress}`,
    looking: 'Looking at them…',
    importing: 'Importing: the top bar says how far it is, and can stop it',
    asking: '',
  }[brought.phase];
}

const mostListed = 4;

function Files(props: { drop: Drop }) {
  const files = () => props.drop.brought.files;
  return (
    <div class="import-files">
      <For each={files().slice(0, mostListed)}>
        {({ name, size }) => (
          <span>
            <Icon name="file" size={13} />
            <b>{name}</b>
            <span class="mut">{bytesText(size)}</span>
          </span>
        )}
      </For>
      <Show when={files().length > mostListed}>
        <span class="mut">and {files().length - mostListed} more</span>
      </Show>
    </div>
  );
}

const axes = { x: 'X', y: 'Y', z: 'Z', '-x': '−X', '-y': '−Y', '-z': '−Z' };
const units = [
  { value: '1', title: 'm' },
  { value: '0.01', title: 'cm' },
  { value: '0.001', title: 'mm' },
  { value: '0.0254', title: 'inch' },
];
const rate: Measure = { dimension: 'count', unit: 'fps', decimals: 2, min: 0.01, max: 1000 };
const frame: Measure = { dimension: 'count', unit: '', decimals: 0, min: -1e6, max: 1e6 };

function Reading(props: {
  outlook: Outlook;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}) {
  const body = () => props.choices.body ?? props.outlook.body;
  return (
    <>
      <ChoiceRow
        label="Up axis"
        value={props.choices.up ?? props.outlook.up}
        choices={axes}
        onChange={(up) => props.onChoose({ up })}
      />
      <ChoiceRow
        label="Unit"
        value={String(props.choices.unit ?? props.outlook.unit)}
        choices={units}
        onChange={(unit) => props.onChoose({ unit: Number(unit) })}
      />
      <Show when={props.outlook.frames > 0}>
        <TimeRow {...props} />
      </Show>
      <Show when={props.outlook.body !== 'tets'}>
        <ChoiceRow
          label="Body"
          value={body()}
          choices={[
            { value: 'solid', title: 'Solid', tip: 'Filled with tets: flesh, rubber, jelly' },
            { value: 'shell', title: 'Shell', tip: 'Its triangles alone: cloth, leaves' },
          ]}
          onChange={(chosen) => props.onChoose({ body: chosen })}
        />
      </Show>
      <Guesses outlook={props.outlook} />
    </>
  );
}

function TimeRow(props: {
  outlook: Outlook;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}) {
  return (
    <Row label="Frame rate">
      <NumberField
        label="Frame rate"
        value={props.choices.fps ?? props.outlook.fps}
        measure={rate}
        step={0.25}
        onChange={(fps) => props.onChoose({ fps })}
      />
      <NumberField
        label="First frame"
        prefix={<em>from</em>}
        value={props.choices.start ?? props.outlook.start}
        measure={frame}
        step={0.25}
        onChange={(start) => props.onChoose({ start })}
      />
    </Row>
  );
}

// What is assumed is said in plain words before it happens.
function Guesses(props: { outlook: Outlook }) {
  const size = () => {
    const { vertices, frames } = props.outlook;
    return `${vertices} vertices, ${frames > 0 ? `${frames} frames` : 'no motion'}.`;
  };
  return (
    <div class="guesses">
      <b>{size()}</b>
      <ul>
        <For each={props.outlook.assumptions}>{(text) => <li>{pageSentence(text)}</li>}</For>
      </ul>
    </div>
  );
}
