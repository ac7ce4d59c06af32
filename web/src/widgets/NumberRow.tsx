import { createLiveEdit } from '../document/live_edit';
import { useEditor } from '../document/editor';
import type { Edit } from '../shot/edits';
import { Row } from './controls';
import { NumberField, type NumberFieldProps } from './NumberField';

type Handlers = Required<Pick<NumberFieldProps, 'onDrag' | 'onChange' | 'onCancel'>>;

/** A field whose motion answers while it is dragged. */
export function createLiveField(toEdit: (value: number) => Edit): Handlers {
  const live = createLiveEdit(useEditor());
  return {
    onDrag: (value) => live.move(toEdit(value)),
    onChange: (value) => void live.end(toEdit(value)),
    onCancel: () => void live.cancel(),
  };
}

type Shown = Omit<NumberFieldProps, keyof Handlers>;

/** A number of the shot with its name. `field` names it for people who do not see where it stands. */
export function NumberRow(
  props: Omit<Shown, 'label'> & {
    label: string;
    field?: string;
    tip: string;
    toEdit: (value: number) => Edit;
  },
) {
  const live = createLiveField((value) => props.toEdit(value));
  return (
    <Row label={props.label} tip={props.tip}>
      <NumberField {...props} {...live} label={props.field ?? props.label} />
    </Row>
  );
}
