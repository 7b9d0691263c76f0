import ChevronDown from '@lucide/icons/icons/chevron-down';
import { useId } from 'react';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import styles from './group-menu.module.css';

export interface MenuItem {
  key: string;
  text: string;
  url: string;
  covers: readonly string[];
}

export interface Group {
  key: string;
  name: string;
  items: MenuItem[];
}

interface MenuGroupProps {
  group: Group;
  /** The key of the item on show, where the page names it. */
  current: string | undefined;
  /** The item that the page on show is, or stands below. */
  nearest: MenuItem | undefined;
  /** Absent in a menu whose groups are always open. */
  fold?: { isOpen: boolean; toggle: () => void };
  onChoose: () => void;
}

/** Of several items on one page the first stands for it, as long as none is named. */
function marksPage(group: Group, url: string): boolean {
  const page = url.split('?', 1)[0] ?? '';
  return group.items.find((item) => item.url.split('?', 1)[0] === page)?.url === url;
}

/** A title with its links; in a menu that folds, the title is a button. */
export function MenuGroup({ group, current, nearest, fold, onChoose }: MenuGroupProps) {
  const list = useId();
  return (
    <div>
      {fold ? (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={fold.isOpen}
          aria-controls={list}
          onClick={fold.toggle}
        >
          {group.name}
          <Icon of={ChevronDown} />
        </button>
      ) : (
        <p className={styles['name']}>{group.name}</p>
      )}
      <ul id={list} hidden={fold?.isOpen === false}>
        {group.items.map((item) => (
          <li key={item.key}>
            <Link
              to={item.url}
              className={styles['link']}
              marksCurrent={current === undefined && marksPage(group, item.url)}
              {...(current === item.key && { 'aria-current': 'page' })}
              {...(fold && current === undefined && item === nearest && { 'aria-current': 'true' })}
              onClick={onChoose}
            >
              {item.text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
