import { cx } from '../cx.ts';
import { ListOption } from '../list-option/list-option.tsx';
import styles from './suggestion-list.module.css';

export interface SearchOption {
  id: string | number;
  text: string;
  /** Small, after the text: how many there are. */
  note?: string | null | undefined;
}

/** What a search field suggests; a text while there is nothing to choose from: it is loading, or there is none. */
export type Suggestions = readonly SearchOption[] | string;

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: Suggestions;
  /** Position of the entry that the arrow keys are on; -1 for none. */
  active: number;
  onChoose: (option: SearchOption) => void;
}

export const optionId = (list: string, index: number) => `${list}-${index}`;

/** What the field suggests. */
export function SuggestionList({ id, label, suggestions, active, onChoose }: SuggestionListProps) {
  if (typeof suggestions === 'string') {
    return (
      <p id={id} className={cx(styles['list'], styles['state'])} role="status">
        {suggestions}
      </p>
    );
  }
  return (
    <div id={id} className={styles['list']} role="listbox" aria-label={label}>
      {suggestions.map((option, index) => (
        <ListOption
          key={option.id}
          id={optionId(id, index)}
          active={index === active}
          onChoose={() => onChoose(option)}
        >
          <span className={cx(styles['text'], index === active && styles['active'])}>{option.text}</span>
          {option.note && <span className={styles['note']}>{option.note}</span>}
        </ListOption>
      ))}
    </div>
  );
}
