import { type HTMLAttributes, use } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';
import { isPlainClick } from './plain-click.ts';
import { SamePageContext } from './same-page.ts';
import { isCurrentPage, NEW_TAB } from './target.ts';

export interface InnerLinkProps extends HTMLAttributes<HTMLAnchorElement> {
  /** `/path` or `?query` of this site. */
  to: string;
  newTab: boolean;
}

/** A link within the site. */
export function InnerLink(props: InnerLinkProps) {
  return props.to.startsWith('/') ? <PathLink {...props} /> : <QueryLink {...props} />;
}

/**
 * It leads to the same page wherever it stands, so it does not ask the router where that is: its own links do, and all of
 * them were rendered again whenever the reader went anywhere.
 */
function PathLink({ to, newTab, onClick, children, ...rest }: InnerLinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      {...(newTab && NEW_TAB)}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || newTab || !isPlainClick(event)) return;
        event.preventDefault();
        const { pathname, search, hash } = window.location;
        /* As a browser does: a link to where the reader is adds no step to go back by. */
        void navigate(to, { replace: to === pathname + search + hash });
      }}
    >
      {children}
    </a>
  );
}

/** Made of the router's hooks rather than of its `Link`, which brings the prefetching of another framework along (2 kB). */
function QueryLink({ to, newTab, onClick, children, ...rest }: InnerLinkProps) {
  const href = useHref(to);
  const navigateTo = useLinkClickHandler(to, newTab ? { target: '_blank' } : {});
  return (
    <a
      {...rest}
      {...(newTab && NEW_TAB)}
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
