import { useFormats } from '#engine/blocks/use-formats.ts';
import type { BlockProps } from '#engine/generated/blocks.ts';
import { cx } from '#engine/ui/cx.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './article-list.module.css';

function ArticleList({ items, to, layout, max, narrowMax, showDate }: BlockComponentProps<'article-list'>) {
  const formats = useFormats();
  const isFull = layout === 'summaries';
  return (
    <ul>
      {items.slice(0, max).map((article, index) => {
        const { published_at: published } = article;
        return (
          <li
            key={article.id}
            className={cx(
              isFull ? styles['full'] : styles['article'],
              narrowMax > 0 && index >= narrowMax && styles['wide'],
            )}
          >
            <Link to={to?.(article) ?? article.url} className={styles['title']} title={article.title}>
              {article.title}
            </Link>
            {isFull && article.summary !== '' && <p className={styles['summary']}>{article.summary}</p>}
            {showDate && (
              <time className={styles['date']} dateTime={formats.isoDate(published)}>
                {isFull ? formats.date(published) : formats.dayOfYear(published)}
              </time>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Loading({ max = 6, layout }: Partial<BlockProps['article-list']>) {
  return <Skeleton lines={layout === 'summaries' ? max * 3 : max} />;
}

export default defineBlock('article-list', ArticleList, { Loading });
