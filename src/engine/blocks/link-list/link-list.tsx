import type { BlockProps } from '#engine/generated/blocks.ts';
import { cx } from '#engine/ui/cx.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './link-list.module.css';

function LinkList({ items, label, showLabel, layout, max }: BlockComponentProps<'link-list'>) {
  return (
    <nav className={cx(styles['list'], styles[layout])} aria-label={label}>
      {showLabel && (
        <span className={styles['label']} aria-hidden="true">
          {label}
        </span>
      )}
      <ul className={styles['links']}>
        {items.slice(0, max).map(({ text, url }) => (
          <li key={`${text} ${url}`}>
            <Link to={url} className={styles['link']}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Loading({ layout = 'inline' }: Partial<BlockProps['link-list']>) {
  return <Skeleton lines={layout === 'stack' ? 5 : 1} />;
}

export default defineBlock('link-list', LinkList, { Loading });
