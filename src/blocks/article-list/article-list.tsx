import { formatDate } from '#domain/format.ts';
import type { BlockProps } from '#generated/blocks.ts';
import { Link } from '#ui/link/link.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './article-list.module.css';

function ArticleList({ items, to, max, showDate }: BlockComponentProps<'article-list'>) {
  return (
    <ul>
      {items.slice(0, max).map((article) => (
        <li key={article.id} className={styles['article']}>
          {to ? (
            <Link to={to(article)} className={styles['title']} title={article.title}>
              {article.title}
            </Link>
          ) : (
            <span className={styles['title']} title={article.title}>
              {article.title}
            </span>
          )}
          {showDate && (
            <time className={styles['date']} dateTime={formatDate(article.published_at)}>
              {formatDate(article.published_at).slice(5)}
            </time>
          )}
        </li>
      ))}
    </ul>
  );
}

function Loading({ max = 6 }: Partial<BlockProps['article-list']>) {
  return <Skeleton lines={max} />;
}

export default defineBlock('article-list', ArticleList, { Loading });
