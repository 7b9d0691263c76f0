import { cx } from '../cx.ts';
import styles from './link.module.css';
import { Link, type LinkProps } from './link.tsx';
import { targetOf } from './target.ts';

/**
 * A link within an area that follows its links itself (`useInnerLinks`): without hooks of its own, for lists where a `Link`
 * for each item would cost more than the item.
 */
export function AreaLink({
  to,
  className,
  children,
  ...rest
}: Pick<LinkProps, 'to' | 'className' | 'children' | 'tabIndex' | 'aria-hidden'>) {
  const target = targetOf(to);
  if (target.kind !== 'internal') {
    return (
      <Link {...rest} to={to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a {...rest} href={target.to} className={cx(styles['link'], className)}>
      {children}
    </a>
  );
}
