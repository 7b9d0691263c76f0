import ChevronDown from '@lucide/icons/icons/chevron-down';
import { useId, useState } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './group-menu.module.css';
import { type Group, MenuGroup } from './menu-group.tsx';
import { useFolds } from './use-folds.ts';

function groupsOf({ groups, more, moreTitle }: BlockComponentProps<'group-menu'>): Group[] {
  const own = groups.map(({ id, name, children }) => ({
    key: String(id ?? name),
    name,
    items: children.map(({ id: itemId, name: text, url, covers }) => ({
      key: String(itemId ?? url),
      text,
      url,
      covers,
    })),
  }));
  const items = more.map(({ text, url }) => ({ key: url, text, url, covers: [] }));
  return items.length > 0 ? [...own, { key: 'more', name: moreTitle, items }] : own;
}

function GroupMenu(props: BlockComponentProps<'group-menu'>) {
  const { title, current, collapse, folds } = props;
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const groups = groupsOf(props);
  const folding = useFolds(groups, props);
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
        <Icon of={ChevronDown} />
      </button>
      <div id={list} className={cx(styles['groups'], isOpen && styles['open'])}>
        {groups.map((group) => (
          <MenuGroup
            key={group.key}
            group={group}
            current={current}
            nearest={folding.nearest}
            onChoose={() => setOpen(false)}
            {...(folds && { fold: { isOpen: folding.isOpen(group), toggle: () => folding.toggle(group) } })}
          />
        ))}
      </div>
    </nav>
  );
}

export default defineBlock('group-menu', GroupMenu, { Loading: () => <Skeleton lines={14} /> });
