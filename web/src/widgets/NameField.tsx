/** A line of text that is taken when it is left or Enter is pressed; Esc puts it back. */
export function NameField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const take = (input: HTMLInputElement) => {
    const text = input.value.trim();
    if (text && text !== props.value) props.onChange(text);
    else input.value = props.value;
  };
  return (
    <input
      class="text-field"
      aria-label={props.label}
      value={props.value}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') event.currentTarget.value = props.value;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
