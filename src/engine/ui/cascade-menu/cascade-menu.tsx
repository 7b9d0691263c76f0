import ChevronRight from '@lucide/icons/icons/chevron-right';
import { type FocusEvent, type Key, type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { Link } from '../link/link.tsx';
import styles from './cascade-menu.module.css';

export interface MenuEntry {
  key: Key;
  text: string;
  to: string;
  children: readonly MenuEntry[];
}

export interface CascadeMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  className?: string | undefined;
}

/**
 * A column of links; the children of the one that is pointed at or focused open beside it (below it on a narrow
 * window). Up and down move between the entries, right and left into the children and back, Esc closes them.
 */
export function CascadeMenu({ label, entries, className }: CascadeMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<Key | null>(null);
  const links = (selector: string) => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const tops = links('[data-level="top"]');
    const below = links(`[data-parent="${index}"]`);
    const target = {
      ArrowDown: tops[(index + 1) % tops.length],
      ArrowUp: tops[(index - 1 + tops.length) % tops.length],
      ArrowRight: below[0],
      ArrowLeft: tops[index],
    }[event.key];
    if (event.key === 'Escape') {
      tops[index]?.focus();
      setOpen(null);
    }
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null);
  };

  return (
    <nav aria-label={label} className={cx(styles['menu'], className)}>
      <ul ref={list} className={styles['list']}>
        {entries.map((entry, index) => (
          <li key={entry.key} className={styles['item']}>
            <div
              className={cx(styles['entry'], open === entry.key && styles['open'])}
              role="presentation"
              onMouseEnter={() => setOpen(entry.key)}
              onMouseLeave={() => setOpen(null)}
              onFocus={() => setOpen(entry.key)}
              onBlur={onBlur}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <Link to={entry.to} className={styles['top']} data-level="top">
                <span className={styles['text']}>{entry.text}</span>
                {entry.children.length > 0 && <Icon of={ChevronRight} />}
              </Link>
              {entry.children.length > 0 && open === entry.key && (
                <div className={styles['panel']}>
                  {entry.children.map((child) => (
                    <Branch key={child.key} entry={child} parent={index} />
                  ))}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A child and, on the same line, its own children. */
function Branch({ entry, parent }: { entry: MenuEntry; parent: number }) {
  return (
    <div className={styles['branch']}>
      <Link to={entry.to} className={styles['child']} data-parent={parent}>
        {entry.text}
      </Link>
      {entry.children.map((leaf) => (
        <Link key={leaf.key} to={leaf.to} className={styles['leaf']} data-parent={parent}>
          {leaf.text}
        </Link>
      ))}
    </div>
  );
}
