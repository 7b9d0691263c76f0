import { useMemo } from 'react';
import { useInnerLinks } from '../link/use-inner-links.ts';
import { clean } from './clean.ts';
import styles from './prose.module.css';

/** Running text that comes as HTML; cleaned before it is shown, and its links stay in the shop. */
export function Prose({ html }: { html: string }) {
  const content = useMemo(() => ({ __html: clean(html) }), [html]);
  const area = useInnerLinks<HTMLDivElement>();
  return <div ref={area} className={styles['text']} dangerouslySetInnerHTML={content} />;
}
