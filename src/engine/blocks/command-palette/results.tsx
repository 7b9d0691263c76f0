import { useEffect } from 'react';
import type { SearchGroup } from '#engine/generated/schemas.ts';
import { ListOption } from '#engine/ui/list-option/list-option.tsx';
import styles from './command-palette.module.css';

interface ResultsProps {
  id: string;
  label: string;
  groups: readonly SearchGroup[];
  /** Position of the marked one among all. */
  active: number;
  onChoose: (to: string) => void;
}

/** What was found, by kind. */
export function Results({ id, label, groups, active, onChoose }: ResultsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <div id={id} className={styles['results']} role="listbox" aria-label={label}>
      {groups.map(({ name, items }, group) => (
        <div key={name} role="group" aria-labelledby={`${id}-of-${group}`}>
          <p id={`${id}-of-${group}`} className={styles['kind']}>
            {name}
          </p>
          {items.map((item, index) => {
            const place = (starts[group] ?? 0) + index;
            return (
              <ListOption
                key={item.to}
                id={`${id}-${place}`}
                active={place === active}
                onChoose={() => onChoose(item.to)}
              >
                <span className={styles['text']}>{item.text}</span>
                {item.note && <span className={styles['note']}>{item.note}</span>}
              </ListOption>
            );
          })}
        </div>
      ))}
    </div>
  );
}
