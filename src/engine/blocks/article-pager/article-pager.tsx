import ChevronLeft from '@lucide/icons/icons/chevron-left';
import ChevronRight from '@lucide/icons/icons/chevron-right';
import type { ReactNode } from 'react';
import type { Link as Target } from '#engine/generated/schemas.ts';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './article-pager.module.css';

function ArticlePager({ previous, next, texts }: BlockComponentProps<'article-pager'>) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={texts.label} className={styles['pager']}>
      <Neighbour to={previous} label={texts.previous} none={texts.none} icon={<Icon of={ChevronLeft} />} />
      <Neighbour to={next} label={texts.next} none={texts.none} icon={<Icon of={ChevronRight} />} end />
    </nav>
  );
}

interface NeighbourProps {
  to: Target | null | undefined;
  label: string;
  none: string;
  icon: ReactNode;
  end?: boolean;
}

function Neighbour({ to, label, none, icon, end = false }: NeighbourProps) {
  const content = (
    <>
      {icon}
      <span className={styles['words']}>
        <span className={styles['label']}>{label}</span>
        <span className={styles['title']}>{to ? to.text : none}</span>
      </span>
    </>
  );
  const look = cx(styles['neighbour'], end && styles['end']);
  if (!to) return <span className={cx(look, styles['none'])}>{content}</span>;
  return (
    <Link to={to.url} className={look}>
      {content}
    </Link>
  );
}

export default defineBlock('article-pager', ArticlePager);
