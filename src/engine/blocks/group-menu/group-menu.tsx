import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './group-menu.module.css';

interface Group {
  key: string;
  name: string;
  items: { key: string; text: string; url: string }[];
}

function groupsOf({ groups, more, moreTitle }: BlockComponentProps<'group-menu'>): Group[] {
  const own = groups.map(({ id, name, children }) => ({
    key: String(id ?? name),
    name,
    items: children.map((item) => ({ key: String(item.id ?? item.url), text: item.name, url: item.url })),
  }));
  const items = more.map(({ text, url }) => ({ key: url, text, url }));
  return items.length > 0 ? [...own, { key: 'more', name: moreTitle, items }] : own;
}

/** Of several items on one page the first stands for it, as long as none is named. */
function marksPage(group: Group, url: string): boolean {
  const page = url.split('?', 1)[0] ?? '';
  return group.items.find((item) => item.url.split('?', 1)[0] === page)?.url === url;
}

function GroupMenu(props: BlockComponentProps<'group-menu'>) {
  const { title, current, collapse } = props;
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <nav aria-label={title} className={cx(styles['menu'], styles[`under${collapse}`])}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <ChevronDown aria-hidden="true" />
      </button>
      <div id={list} className={cx(styles['groups'], isOpen && styles['open'])}>
        {groupsOf(props).map((group) => (
          <div key={group.key} className={styles['group']}>
            <p className={styles['name']}>{group.name}</p>
            <ul>
              {group.items.map(({ key, text, url }) => (
                <li key={key}>
                  <Link
                    to={url}
                    className={styles['link']}
                    marksCurrent={current === undefined && marksPage(group, url)}
                    {...(current === key && { 'aria-current': 'page' })}
                    onClick={() => setOpen(false)}
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

export default defineBlock('group-menu', GroupMenu, { Loading: () => <Skeleton lines={14} /> });
