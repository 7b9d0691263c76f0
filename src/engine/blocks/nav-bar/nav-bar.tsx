import LayoutGrid from '@lucide/icons/icons/layout-grid';
import { type FocusEvent, useId, useState } from 'react';
import type { Category } from '#engine/generated/schemas.ts';
import { CascadeMenu, type MenuEntry } from '#engine/ui/cascade-menu/cascade-menu.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { useIsOnPage } from '#engine/ui/link/same-page.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './nav-bar.module.css';

function NavBar({
  categories = [],
  categoryTo,
  categoryMax,
  items = [],
  max,
  wideOn = [],
  texts,
}: BlockComponentProps<'nav-bar'>) {
  const entry = (category: Category): MenuEntry => ({
    key: category.id,
    text: category.name,
    to: categoryTo?.(category) ?? '',
    children: category.children.map(entry),
  });
  return (
    <div className={cx(styles['bar'], useIsOnPage(wideOn) && styles['wide'])}>
      <div className={styles['inner']}>
        <Categories title={texts.categories} entries={categories.slice(0, categoryMax).map(entry)} />
        <nav aria-label={texts.nav} className={styles['nav']}>
          <ul className={styles['items']}>
            {items.slice(0, max).map((item) => (
              <li key={item.id} className={styles['entry']}>
                <Link to={item.url} newTab={item.is_open === 1} marksCurrent className={styles['item']}>
                  {item.name}
                </Link>
                {item.children.length > 0 && (
                  <ul className={styles['children']} aria-label={item.name}>
                    {item.children.map((child) => (
                      <li key={child.id}>
                        <Link to={child.url} className={styles['child']}>
                          {child.name}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

/**
 * The title is a button; its menu opens on hover, press or focus within, and closes when left. It has an id only while it
 * is open: a closed one is the same for every reader.
 */
function Categories({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <div
      className={styles['categories']}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onBlur={onBlur}
    >
      <button
        type="button"
        className={styles['title']}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={LayoutGrid} />
        {title}
      </button>
      <div
        id={open ? id : undefined}
        className={styles['menu']}
        hidden={!open}
        onClickCapture={() => setOpen(false)}
      >
        {open && <CascadeMenu label={title} entries={entries} className={styles['cascade']} />}
      </div>
    </div>
  );
}

export default defineBlock('nav-bar', NavBar);
