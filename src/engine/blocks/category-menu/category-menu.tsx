import type { Category } from '#engine/generated/schemas.ts';
import { CascadeMenu, type MenuEntry } from '#engine/ui/cascade-menu/cascade-menu.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './category-menu.module.css';

function CategoryMenu({ items, to, max, label }: BlockComponentProps<'category-menu'>) {
  const entry = (category: Category): MenuEntry => ({
    key: category.id,
    text: category.name,
    to: to(category),
    children: category.children.map(entry),
  });
  return (
    <div className={styles['menu']} data-wide-only>
      <CascadeMenu label={label} entries={items.slice(0, max).map(entry)} />
    </div>
  );
}

function Loading() {
  return <Skeleton height="22.5rem" />;
}

export default defineBlock('category-menu', CategoryMenu, { Loading });
