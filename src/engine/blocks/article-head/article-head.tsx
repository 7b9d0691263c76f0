import Printer from '@lucide/icons/icons/printer';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './article-head.module.css';

function ArticleHead(props: BlockComponentProps<'article-head'>) {
  const { title, level, category, published, summary, printable, texts } = props;
  const formats = useFormats();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles['head']}>
      <Heading className={styles['title']}>{title}</Heading>
      <div className={styles['facts']}>
        {category && <span>{category}</span>}
        {published !== undefined && (
          <span>
            {texts.published} <time dateTime={formats.isoDate(published)}>{formats.date(published)}</time>
          </span>
        )}
        {printable && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Icon of={Printer} />}
            className={styles['print']}
            onClick={() => window.print()}
          >
            {texts.print}
          </Button>
        )}
      </div>
      {summary && <p className={styles['summary']}>{summary}</p>}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles['head']}>
      <Skeleton width="18rem" height="2rem" />
      <Skeleton width="12rem" height="1.75rem" />
    </div>
  );
}

export default defineBlock('article-head', ArticleHead, { Loading });
