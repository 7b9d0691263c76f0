import type { CascadeMenuProps, MenuEntry } from '#engine/ui/cascade-menu/cascade-menu.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import styles from './open-menu.module.css';

/** Every entry with all that stands below it: nothing has to be pointed at to be seen. */
export default function OpenMenu({ label, entries }: CascadeMenuProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles['list']}>
        {entries.map((entry) => (
          <li key={entry.key} className={styles['section']}>
            <Link to={entry.to} className={styles['top']}>
              {entry.text}
            </Link>
            {entry.children.length > 0 && (
              <ul className={styles['children']} aria-label={entry.text}>
                {entry.children.flatMap(withAllBelow).map((child) => (
                  <li key={child.key}>
                    <Link to={child.to} className={styles['child']}>
                      {child.text}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An entry and all below it, in reading order. */
const withAllBelow = (entry: MenuEntry): MenuEntry[] => [entry, ...entry.children.flatMap(withAllBelow)];
