import { createContext } from 'react';

/** What links do when they are chosen; given by the application, which knows the router. */
export interface LinkActions {
  /** Goes to an address of this site: `/path`, or `?query` of the page on show. */
  go: (to: string, options: { replace: boolean }) => void;
  /** Tells why a link without a target leads nowhere (spec §8): the text after `#` in it, or null for the default. */
  missing: (message: string | null) => void;
}

/**
 * The same for as long as the application runs: a page has hundreds of links, and all would be rendered again with the
 * router's own context, which is another one at each step of every navigation. Outside an application a link loads its page.
 */
export const LinkActionsContext = createContext<LinkActions>({
  go: (to) => window.location.assign(to),
  missing: () => undefined,
});
