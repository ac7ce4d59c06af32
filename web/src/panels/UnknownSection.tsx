import { Icon } from '../widgets/Icon';
import { Section } from '../widgets/controls';
import type { UnknownLayer } from '../shot/layers/unknown';

/** A layer that this page cannot edit, and why. */
export function UnknownSection(props: { layer: UnknownLayer }) {
  return (
    <Section title="Not known to this page">
      <div class="message warning" role="status">
        <Icon name="warn" size={14} />
        <div>
          <b>This page cannot edit it.</b>
          <p>{props.layer.trouble}.</p>
          <p>It stays as it is, and can be muted, renamed, moved and deleted.</p>
        </div>
      </div>
    </Section>
  );
}
