import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import styles from './suggestion-list.module.css';
import type { Suggestions } from './use-suggestions.ts';

interface SuggestionListProps {
  id: string;
  stored: NonNullable<Suggestions>;
  /** Position of the entry that the arrow keys are on; -1 for none. */
  active: number;
  texts: BlockComponentProps<'search-bar'>['texts'];
  onChoose: (text: string) => void;
}

export const optionId = (list: string, index: number) => `${list}-${index}`;

/** What the box suggests. A press must not take the focus away from it, or it would close before the click. */
export function SuggestionList({ id, stored, active, texts, onChoose }: SuggestionListProps) {
  const { list } = stored;
  if (list === null || list.length === 0) {
    return (
      <p id={id} className={cx(styles['list'], styles['state'])} role="status">
        {list === null ? texts.loading : texts.none}
      </p>
    );
  }
  return (
    <div id={id} className={styles['list']} role="listbox" aria-label={texts.label}>
      {list.map(({ id: key, text, count }, index) => (
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={cx(styles['option'], index === active && styles['active'])}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(text);
          }}
        >
          <span className={styles['text']}>{text}</span>
          {count > 0 && <span className={styles['count']}>{fill(texts.count, { n: count })}</span>}
        </div>
      ))}
    </div>
  );
}
