import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './command-palette.module.css';
import { Results } from './results.tsx';
import { useFound } from './use-found.ts';

type FinderFieldProps = Omit<BlockComponentProps<'command-palette'>, 'children'> & {
  input: RefObject<HTMLInputElement | null>;
  onChoose: (to: string) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The field with its results. Arrows wrap around them, Enter opens the one that is marked. */
export function FinderField({ input, texts, onChoose, ...search }: FinderFieldProps) {
  const list = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, typed, look } = useFound(search);

  const groups = found.state === 'found' ? found.groups : [];
  const items = groups.flatMap((group) => group.items);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a word that is still being composed choose its characters.
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (items.length > 0) setActive((active + step + items.length) % items.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = items[active];
      // What is shown may still be what another text has found.
      if (found.state === 'found' && found.text === text.trim() && chosen) onChoose(chosen.to);
    }
  };
  const notes = { none: texts.hint, loading: texts.loading, failed: '', found: texts.none };

  return (
    <div className={styles['finder']}>
      <input
        ref={input}
        className={styles['input']}
        role="combobox"
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        aria-label={texts.title}
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-activedescendant={items.length > 0 ? `${list}-${active}` : undefined}
        placeholder={texts.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          typed(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {found.state === 'failed' && <ErrorNote title={texts.failed} onRetry={() => look(text)} />}
      {items.length > 0 ? (
        <Results id={list} label={texts.results} groups={groups} active={active} onChoose={onChoose} />
      ) : (
        <p id={list} className={styles['state']} role="status">
          {notes[found.state]}
        </p>
      )}
    </div>
  );
}
