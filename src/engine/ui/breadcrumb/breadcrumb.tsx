import ChevronRight from 'lucide-react/icons/chevron-right';
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
            {index > 0 && <ChevronRight className={styles['mark']} aria-hidden="true" />}
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
