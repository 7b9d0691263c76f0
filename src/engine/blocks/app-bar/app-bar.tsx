import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './app-bar.module.css';

function AppBar({ title, to, user, links, logoutText, label, on, children }: BlockComponentProps<'app-bar'>) {
  const { logout } = on;
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        <Link to={to} className={styles['title']}>
          {title}
        </Link>
        {children.length > 0 && <div className={styles['blocks']}>{children}</div>}
        <nav aria-label={label}>
          <ul className={styles['links']}>
            {user && <li className={styles['user']}>{user}</li>}
            {links.map((link) => (
              <li key={link.text}>
                <Link to={link.to} newTab={link.newTab} className={styles['link']}>
                  {link.text}
                </Link>
              </li>
            ))}
            {logout && (
              <li>
                <button type="button" className={styles['link']} onClick={() => void logout()}>
                  {logoutText}
                </button>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </div>
  );
}

export default defineBlock('app-bar', AppBar);
