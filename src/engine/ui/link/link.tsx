import { type HTMLAttributes, type ReactNode, use } from 'react';
import { cx } from '../cx.ts';
import { CurrentLink, InnerLink } from './inner-link.tsx';
import styles from './link.module.css';
import { LinkActionsContext } from './link-actions.ts';
import { NEW_TAB, targetOf } from './target.ts';

export interface LinkProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  /** `/path`, a full URL, or an empty text / `#message` for what has not begun. */
  to: string;
  newTab?: boolean;
  /** Carries `aria-current="page"` while its page is the one on show. */
  marksCurrent?: boolean;
  /** `text` looks like a link in running text; `plain` (default) takes the colour around it. */
  tone?: 'plain' | 'text';
  children?: ReactNode;
}

/** A link to a page of this site, to another site, or to nothing yet (then it says so when chosen). */
export function Link({
  to,
  newTab = false,
  marksCurrent = false,
  tone = 'plain',
  className,
  children,
  ...rest
}: LinkProps) {
  const { missing } = use(LinkActionsContext);
  const target = targetOf(to);
  const look = cx(styles['link'], tone === 'text' && styles['text'], className);
  if (target.kind === 'internal') {
    const Inner = marksCurrent ? CurrentLink : InnerLink;
    return (
      <Inner {...rest} to={target.to} newTab={newTab} className={look}>
        {children}
      </Inner>
    );
  }
  if (target.kind === 'external') {
    return (
      <a {...rest} href={target.href} className={look} rel="noreferrer" {...(newTab ? NEW_TAB : {})}>
        {children}
      </a>
    );
  }
  return (
    <button
      {...rest}
      type="button"
      className={cx(look, styles['missing'])}
      onClick={(event) => {
        rest.onClick?.(event);
        missing(target.message);
      }}
    >
      {children}
    </button>
  );
}
