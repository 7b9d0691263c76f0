import { Suspense } from 'react';
import type { Category } from '#engine/generated/schemas.ts';
import { CascadeMenu, type MenuEntry } from '#engine/ui/cascade-menu/cascade-menu.tsx';
import { late } from '#engine/ui/late/late.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './category-menu.module.css';

/** The other face of the menu stands on pages of its own. */
const OpenMenu = late('engine/blocks/category-menu/open-menu', () => import('./open-menu.tsx'));

function CategoryMenu({ items, to, max, open, label }: BlockComponentProps<'category-menu'>) {
  const entry = (category: Category): MenuEntry => ({
    key: category.id,
    text: category.name,
    to: to(category),
    children: category.children.map(entry),
  });
  const entries = items.slice(0, max).map(entry);
  if (open) {
    return (
      <Suspense>
        <OpenMenu label={label} entries={entries} />
      </Suspense>
    );
  }
  return (
    <div className={styles['menu']} data-wide-only>
      <CascadeMenu label={label} entries={entries} />
    </div>
  );
}

function Loading() {
  return <Skeleton height="22.5rem" />;
}

export default defineBlock('category-menu', CategoryMenu, { Loading });
