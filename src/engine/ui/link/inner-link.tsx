import { type HTMLAttributes, use } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkActionsContext } from './link-actions.ts';
import { isPlainClick } from './plain-click.ts';
import { SamePageContext } from './same-page.ts';
import { isCurrentPage, NEW_TAB } from './target.ts';

export interface InnerLinkProps extends HTMLAttributes<HTMLAnchorElement> {
  /** `/path` or `?query` of this site. */
  to: string;
  newTab: boolean;
}

/**
 * A link within the site. The browser knows where a path or a query leads, so the router is not asked: its own links ask,
 * and all of them are rendered again whenever the reader goes anywhere.
 */
export function InnerLink({ to, newTab, onClick, children, ...rest }: InnerLinkProps) {
  const { go } = use(LinkActionsContext);
  return (
    <a
      {...rest}
      {...(newTab && NEW_TAB)}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || newTab || !isPlainClick(event)) return;
        event.preventDefault();
        /* As a browser does: a link to where the reader is adds no step to go back by. */
        go(to, { replace: event.currentTarget.href === window.location.href });
      }}
    >
      {children}
    </a>
  );
}

/** The same, with `aria-current="page"` while its page is the one on show. */
export function CurrentLink(props: InnerLinkProps) {
  const current = isCurrentPage(props.to, useLocation(), use(SamePageContext));
  return <InnerLink {...props} {...(current && { 'aria-current': 'page' })} />;
}
