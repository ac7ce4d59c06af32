import { Show } from 'solid-js';
import { createCalm } from '../widgets/calm';
import { useEditor } from '../document/editor';
import type { SolvedLayer } from '../shot/layer';
import type { Settings } from '../shot/shot';
import { ChoiceRow, Row, Switch } from '../widgets/controls';
import { lengthText } from '../text/number_text';
import { withContacts } from './settings_edits';
import { tips } from '../text/tips';

const sources = { none: 'None', source: 'Given', detect: 'Found' } as const;
const kinds = { sliding: 'Sliding', sticking: 'Sticking' } as const;

/** Which touches the edit keeps. */
export function ContactRows(props: { layer: SolvedLayer; onChange: (settings: Settings) => void }) {
  const { shot } = useEditor();
  const settings = () => props.layer.settings;
  const contacts = () => settings().contacts;
  const change = (part: Partial<Settings['contacts']>) =>
    props.onChange(withContacts(settings(), part));
  const report = () => shot.reports[props.layer.id];
  const kept = createCalm(() => {
    const found = report();
    if (!found || contacts().from === 'none') return '';
    return found.sites ? `${found.contacts ?? 0} in ${found.sites} places` : 'none in this window';
  });
  const inside = createCalm(() => {
    const depth = report()?.penetration ?? 0;
    if (!report() || (shot.opened?.obstacles.length ?? 0) === 0) return '';
    return depth > 0
      ? `${lengthText(depth)} inside`
      : `${shot.opened?.obstacles[0]}, never entered`;
  });
  return (
    <>
      <ChoiceRow
        label="Keep contacts"
        tip={tips.contacts}
        value={contacts().from}
        choices={sources}
        onChange={(from) => change({ from })}
      />
      <Show when={contacts().from !== 'none'}>
        <ChoiceRow
          label="Contacts"
          tip={tips.contactKind}
          value={contacts().kind}
          choices={kinds}
          onChange={(kind) => change({ kind })}
        />
        <Show when={kept()}>
          <Row label="">
            <span class="aside left">{kept()}</span>
          </Row>
        </Show>
        <Row label="Self contact" tip={tips.selfContact}>
          <Switch
            label="Self contact"
            on={contacts().self_contact}
            onChange={(self_contact) => change({ self_contact })}
          />
        </Row>
      </Show>
      <Row label="Stay outside" tip={tips.oneSided}>
        <Switch
          label="Stay outside of obstacles"
          on={contacts().one_sided}
          onChange={(one_sided) => change({ one_sided })}
        />
        <span class="aside">{inside()}</span>
      </Row>
    </>
  );
}
