import { cx } from '#engine/ui/cx.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './side-nav.module.css';

function SideNav({ title, items, label, float }: BlockComponentProps<'side-nav'>) {
  return (
    <nav className={cx(styles['nav'], float && styles['float'])} aria-label={label}>
      {title && <p className={styles['title']}>{title}</p>}
      <ul>
        {items.map(({ text, url }) => (
          <li key={`${text} ${url}`}>
            <Link to={url} marksCurrent className={styles['link']}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default defineBlock('side-nav', SideNav);
