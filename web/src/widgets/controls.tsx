import { createSignal, For, Show, untrack, type JSX } from 'solid-js';
import { Icon } from './Icon';
import type { IconName } from './icon_paths';
import { MenuList, Popover } from './Popover';
import { tooltip } from './Tooltip';

/** A part of a panel that folds. Its state is kept by the title for the next time. */
export function Section(props: {
  title: string;
  kept?: string; // the key that remembers whether it is folded
  tag?: string | undefined;
  counts?: JSX.Element; // beside the title
  tools?: JSX.Element; // at the right end
  defaultFolded?: boolean;
  class?: string;
  children: JSX.Element;
}) {
  const key = () => `retake.folded.${props.kept ?? props.title}`;
  const saved = localStorage.getItem(untrack(key));
  const [folded, setFolded] = createSignal(
    saved === null ? (props.defaultFolded ?? false) : saved === 'yes',
  );
  const toggle = () => {
    setFolded(!folded());
    localStorage.setItem(key(), folded() ? 'yes' : 'no');
  };
  return (
    <section class={`section ${props.class ?? ''}`} classList={{ folded: folded() }}>
      <header>
        <button class="fold" aria-expanded={!folded()} onClick={toggle}>
          <Icon name={folded() ? 'right' : 'down'} size={12} />
          <h3>{props.title}</h3>
        </button>
        <Show when={props.tag}>
          <span class="tag">{props.tag}</span>
        </Show>
        {props.counts}
        <span class="grow" />
        {props.tools}
      </header>
      <Show when={!folded()}>
        <div class="section-body">{props.children}</div>
      </Show>
    </section>
  );
}

function explain(element: HTMLElement, label: string, tip: string | undefined): void {
  if (tip) tooltip(label, tip)(element);
}

/** A label and its control. The tooltip says what the parameter does to the motion. */
export function Row(props: { label: string; tip?: string; children: JSX.Element }) {
  return (
    <div class="row" ref={(element) => explain(element, props.label, props.tip)}>
      <span class="row-label">{props.label}</span>
      <div>{props.children}</div>
    </div>
  );
}

export type Choice<T> = { value: T; title: string; tip?: string };

/** What there is to choose from: titles by their values, or a list where there is more to say. */
export type Choices<T extends string> = Readonly<Partial<Record<T, string>>> | readonly Choice<T>[];

function choiceList<T extends string>(choices: Choices<T>): readonly Choice<T>[] {
  if (choices instanceof Array) return choices;
  const titles = Object.entries(choices) as [T, string][];
  return titles.map(([value, title]) => ({ value, title }));
}

/** One of a few, all seen at once. */
export function Segments<T extends string>(props: {
  label: string;
  choices: Choices<T>;
  value: T;
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <div class="seg" role="radiogroup" aria-label={props.label}>
      <For each={choiceList(props.choices)}>
        {(choice) => (
          <button
            role="radio"
            disabled={props.disabled}
            aria-checked={props.value === choice.value}
            classList={{ on: props.value === choice.value }}
            title={choice.tip}
            onClick={() => props.value !== choice.value && props.onChange(choice.value)}
          >
            {choice.title}
          </button>
        )}
      </For>
    </div>
  );
}

/** A label and one of a few. */
export function ChoiceRow<T extends string>(props: {
  label: string;
  field?: string; // what the choice is called where the label alone does not say it
  tip?: string;
  choices: Choices<T>;
  value: T;
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <Row label={props.label} {...(props.tip && { tip: props.tip })}>
      <Segments {...props} label={props.field ?? props.label} />
    </Row>
  );
}

/** One of several, in a list that opens. */
export function Select<T extends string>(props: {
  label: string;
  choices: Choices<T>;
  value: T;
  onChange: (value: T) => void;
}) {
  const choices = () => choiceList(props.choices);
  const title = () => choices().find((choice) => choice.value === props.value)?.title ?? '';
  return (
    <Popover
      class="select"
      title={`${props.label}: ${title()}`}
      label={
        <>
          <span class="grow">{title()}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {(close) => (
        <MenuList
          close={close}
          entries={choices().map((choice) => ({
            title: choice.title,
            checked: choice.value === props.value,
            act: () => choice.value !== props.value && props.onChange(choice.value),
          }))}
        />
      )}
    </Popover>
  );
}

export function Switch(props: {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <button
      class="switch"
      role="switch"
      disabled={props.disabled}
      aria-checked={props.on}
      aria-label={props.label}
      onClick={() => props.onChange(!props.on)}
    />
  );
}

export function IconButton(props: {
  icon: IconName;
  title: string;
  size?: number;
  on?: boolean;
  disabled?: boolean;
  class?: string;
  onClick: (event: MouseEvent) => void;
}) {
  return (
    <button
      class={`icon-btn ${props.class ?? ''}`}
      classList={{ on: props.on }}
      title={props.title}
      aria-label={props.title}
      aria-pressed={props.on}
      disabled={props.disabled}
      onClick={(event) => props.onClick(event)}
    >
      <Icon name={props.icon} size={props.size ?? 16} />
    </button>
  );
}
