import { useMemo } from 'react';
import { Empty } from '#ui/empty/empty.tsx';
import { useInnerLinks } from '#ui/link/use-inner-links.ts';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { clean } from './clean.ts';
import styles from './rich-text.module.css';

function RichText({ html, emptyText }: BlockComponentProps<'rich-text'>) {
  const content = useMemo(() => ({ __html: clean(html) }), [html]);
  const area = useInnerLinks<HTMLDivElement>();
  if (html === '') return <Empty title={emptyText} />;
  return <div ref={area} className={styles['text']} dangerouslySetInnerHTML={content} />;
}

export default defineBlock('rich-text', RichText, { Loading: () => <Skeleton lines={12} /> });
