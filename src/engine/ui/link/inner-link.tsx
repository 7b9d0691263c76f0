import { type HTMLAttributes, use } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { SamePageContext } from './same-page.ts';
import { isCurrentPage } from './target.ts';

export interface InnerLinkProps extends HTMLAttributes<HTMLAnchorElement> {
  /** `/path` or `?query` of this site. */
  to: string;
  newTab: boolean;
}

/**
 * A link within the site. Made of the router's hooks rather than of its `Link`, which brings the prefetching of another
 * framework along (2 kB).
 */
export function InnerLink({ to, newTab, onClick, children, ...rest }: InnerLinkProps) {
  const href = useHref(to);
  const navigateTo = useLinkClickHandler(to, newTab ? { target: '_blank' } : {});
  return (
    <a
      {...rest}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigateTo(event);
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
