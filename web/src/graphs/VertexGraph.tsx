import { createMemo, Show } from 'solid-js';
import { frameCount, layersOf, mainVertex, selectedLayer } from '../document/commands';
import { vertexText } from '../document/bodies';
import { useEditor, type Editor } from '../document/editor';
import { fixed } from '../text/number_text';
import { marksOf } from '../shot/layer';
import type { DockAxis } from '../timeline/dock_axis';
import { affectedFrames } from '../timeline/layer_shape';
import { peakText } from './draw_graphs';
import { drawVertex, drawVertexMarks, type VertexPicture } from './draw_vertex';
import { createForce, createTrail, forceUnit, pickedPoint } from './graph_data';
import type { AxisLetter } from './Graphs';
import { TimeGraph } from './TimeGraph';

/** The picked vertex before and after, along one axis (Barbič 2012, fig. 9). */
export function VertexGraph(props: { dock: DockAxis; letter: AxisLetter }) {
  const editor = useEditor();
  const input = createTrail(editor, 'input');
  const output = createTrail(editor, 'result');
  const force = createForce(editor);
  const before = createMemo(() => column(input(), props.letter));
  const after = createMemo(() => column(output(), props.letter));
  const picture = createMemo((): VertexPicture => {
    const layer = selectedLayer(editor);
    return {
      axis: props.dock.axis(),
      frameCount: frameCount(editor),
      before: before(),
      after: after(),
      force: force(),
      window: layer ? affectedFrames(layer, frameCount(editor)) : null,
      handles: handlesOfVertex(editor),
      editFrame: editor.view.editFrame,
    };
  });
  return (
    <TimeGraph
      dock={props.dock}
      label={`${props.letter} of the picked vertex over time`}
      draw={(plot) => drawVertex(plot, picture())}
      overlay={(plot) => drawVertexMarks(plot, picture())}
      facts={<VertexFacts before={before()} after={after()} force={force()} />}
    />
  );
}

function column(trail: Float32Array | null, letter: AxisLetter): Float32Array | null {
  if (!trail) return null;
  const axis = 'XYZ'.indexOf(letter);
  return Float32Array.from({ length: trail.length / 3 }, (_, frame) => trail[3 * frame + axis]);
}

function handlesOfVertex(editor: Editor): VertexPicture['handles'] {
  const { vertex, wishes } = editor.view.selection;
  return layersOf(editor).flatMap((layer) => {
    const here = marksOf(layer).filter((mark) => mainVertex(mark) === vertex);
    return here.map(({ id, frame }) => ({ frame, selected: wishes.includes(id) }));
  });
}

function VertexFacts(props: {
  before: Float32Array | null;
  after: Float32Array | null;
  force: (number | null)[] | null;
}) {
  const editor = useEditor();
  const at = (values: Float32Array | null) =>
    values ? fixed(values[editor.view.editFrame] ?? 0, 3) : '–';
  return (
    <Show
      when={pickedPoint(editor)}
      fallback={<p class="empty">Click a point on the body: its motion is drawn here.</p>}
    >
      {(point) => (
        <>
          <span class="fact-title">
            <b>{point().name}</b>{' '}
            <span class="mut">
              {vertexText(editor.shot.opened?.bodies, point().vertices[0], 'v')}
            </span>
          </span>
          <span class="tall">
            <span class="mut">at {editor.view.editFrame}</span>&ensp;
            <span class="c-input colored">{at(props.before)}</span>&ensp;→&ensp;
            <span class="c-output colored">{at(props.after)} m</span>
          </span>
          <Show when={props.force}>
            {(values) => <span class="tall mut">force peak {peakText(values(), forceUnit)}</span>}
          </Show>
        </>
      )}
    </Show>
  );
}
