import Search from '@lucide/icons/icons/search';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './search-field.module.css';
import { optionId, type SearchOption, SuggestionList, type Suggestions } from './suggestion-list.tsx';

interface SearchFieldProps {
  label: string;
  /** Name of the list of suggestions. */
  listLabel?: string;
  placeholder: string;
  submitText: string;
  /** Where the browser itself sends the field, before the code has arrived. */
  action: string;
  /** Name of the field there. */
  name: string;
  value: string;
  /** Null where nothing is suggested. */
  suggestions: Suggestions | null;
  size?: 'md' | 'lg';
  /** Before the field: what else belongs to the search. A change of it opens the suggestions as typing does. */
  children?: ReactNode;
  onType: (text: string) => void;
  onFocus?: () => void;
  /** A text was entered. */
  onSubmit: (text: string, event?: FormEvent) => void;
  /** One that was suggested was chosen. */
  onChoose: (option: SearchOption) => void;
}

/** A field with suggestions and a button. Arrows wrap around the suggestions, Enter submits, Esc closes. */
export function SearchField(props: SearchFieldProps) {
  const { label, listLabel = label, placeholder, submitText, action, name, value, size = 'lg' } = props;
  const { suggestions, children, onType, onFocus, onSubmit, onChoose } = props;
  const list = `${useId()}-list`;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && suggestions !== null && suggestions.length > 0;
  const options = typeof suggestions === 'string' ? [] : (suggestions ?? []);
  const chosen = shown ? options[active] : undefined;

  const choose = (option: SearchOption) => {
    setOpen(false);
    onChoose(option);
  };
  const submit = (event: FormEvent) => {
    setOpen(false);
    if (!chosen) return onSubmit(value, event);
    event.preventDefault();
    onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    setOpen(true);
    const count = options.length;
    if (count > 0) setActive(active < 0 && move < 0 ? count - 1 : (active + move + count) % count);
  };

  return (
    <form
      className={cx(styles['form'], styles[size])}
      role="search"
      aria-label={label}
      action={action}
      onSubmit={submit}
      onChange={() => {
        setActive(-1);
        setOpen(true);
      }}
    >
      {children}
      <input
        className={styles['input']}
        role="combobox"
        name={name}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={chosen && optionId(list, active)}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onFocus={() => {
          onFocus?.();
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles['submit']}>
        <Icon of={Search} />
        <span className={styles['submit-text']}>{submitText}</span>
      </button>
      {shown && (
        <SuggestionList
          id={list}
          label={listLabel}
          suggestions={suggestions}
          active={active}
          onChoose={choose}
        />
      )}
    </form>
  );
}
