import { For } from 'solid-js';
import { changeMark, frameCount } from '../document/commands';
import { useEditor } from '../document/editor';
import type { Layer } from '../shot/layer';
import type { Delta } from '../shot/shot';
import { Row, Section } from '../widgets/controls';
import { handleName, pointText } from '../document/handle_facts';
import { frames } from './HandleSection';
import { NameField } from '../widgets/NameField';
import { AxisLetter, NumberField } from '../widgets/NumberField';
import { withCoordinate } from './settings_edits';
import { createTargetDrag } from './target_drag';
import { tips } from '../text/tips';

/** The selected displacement. */
export function DeltaSection(props: { layer: Layer; delta: Delta }) {
  const editor = useEditor();
  const bodies = () => editor.shot.opened?.bodies;
  const drag = createTargetDrag(
    editor,
    () => props.layer.id,
    () => props.delta.id,
  );
  const change = (delta: Delta) => void changeMark(editor, props.layer, delta);
  const moved = (axis: number, value: number) =>
    withCoordinate(props.delta.displacement, axis, value);
  return (
    <Section
      title={handleName(props.delta, bodies())}
      kept="handle"
      tag={pointText(props.delta, bodies())}
    >
      <Row label="Name">
        <NameField
          label="Name"
          value={props.delta.name ?? ''}
          onChange={(name) => change({ ...props.delta, name })}
        />
      </Row>
      <Row label="Drawn at" tip={tips.drawnAt}>
        <NumberField
          label="Frame"
          value={props.delta.frame}
          measure={{ ...frames, max: frameCount(editor) - 1 }}
          soft={[0, frameCount(editor) - 1]}
          step={0.25}
          onChange={(frame) => change({ ...props.delta, frame })}
        />
      </Row>
      <For each={['x', 'y', 'z'] as const}>
        {(letter, axis) => (
          <Row label={axis() === 0 ? 'Displacement' : ''} tip={tips.displacement}>
            <NumberField
              label={`Displacement ${letter}`}
              prefix={<AxisLetter letter={letter} />}
              value={props.delta.displacement[axis()]}
              measure={{ dimension: 'length', unit: 'm', decimals: 3 }}
              step={(editor.shot.opened?.size ?? 1) / 800}
              onDrag={(value) => drag.move(moved(axis(), value))}
              onChange={(value) => drag.end(moved(axis(), value))}
              onCancel={() => drag.cancel()}
            />
          </Row>
        )}
      </For>
    </Section>
  );
}
