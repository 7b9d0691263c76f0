import ChevronRight from '@lucide/icons/icons/chevron-right';
import { Icon } from '../icon/icon.tsx';
import { Link } from '../link/link.tsx';
import styles from './breadcrumb.module.css';

export interface BreadcrumbProps {
  label: string;
  /** From the top down; the last one is the page itself. */
  items: readonly { text: string; to?: string | undefined }[];
}

export function Breadcrumb({ label, items }: BreadcrumbProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles['list']}>
        {items.map(({ text, to }, index) => (
          <li key={`${to} ${text}`} className={styles['item']}>
            {index > 0 && <Icon of={ChevronRight} className={styles['mark']} />}
            {to === undefined || index === items.length - 1 ? (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{text}</span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
