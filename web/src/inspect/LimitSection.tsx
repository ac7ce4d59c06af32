import { For, Show } from 'solid-js';
import { useEditor } from '../document/editor';
import { IconButton, Row, Section } from '../widgets/controls';
import type { Measure } from '../text/number_text';
import { NumberField } from '../widgets/NumberField';
import type { Inspection } from '../protocol/messages';

type Graph = Inspection['graphs'][number];

const measures: Record<string, Measure> = {
  m: { dimension: 'length', unit: 'mm', decimals: 1, min: 1e-5, max: 10 },
  '': { dimension: 'ratio', unit: '%', decimals: 0, min: 0.01, max: 10 },
};

/** How much is too much. Changing a limit judges what was measured anew, without another check. */
export function LimitSection() {
  const editor = useEditor();
  const limited = () => (editor.shot.inspection?.graphs ?? []).filter(({ limit }) => limit);
  return (
    <Show when={limited().length > 0}>
      <Section title="Limits">
        <For each={limited()}>{(graph) => <LimitRow graph={graph} />}</For>
      </Section>
    </Show>
  );
}

function LimitRow(props: { graph: Graph }) {
  const editor = useEditor();
  const usual = () => props.graph.limit ?? 0;
  const own = () => editor.view.limits[props.graph.key];
  const set = (limit: number) => editor.setView('limits', props.graph.key, limit);
  const reset = () => editor.setView('limits', props.graph.key, undefined!);
  return (
    <Row
      label={props.graph.title}
      tip="What is beyond this counts as a problem. The motion itself does not change."
    >
      <NumberField
        label={`Limit: ${props.graph.title}`}
        value={own() ?? usual()}
        measure={measures[props.graph.unit] ?? measures['']}
        soft={[0, 2 * usual()]}
        step={usual() / 50}
        onDrag={set}
        onChange={set}
        onCancel={reset}
      />
      <IconButton
        icon="undo"
        size={13}
        title="Back to the usual limit"
        disabled={own() === undefined}
        onClick={reset}
      />
    </Row>
  );
}
