import { createContext, use } from 'react';

/** All paths of the page on show, its aliases too: a link to any of them leads to where the reader is. */
export const SamePageContext = createContext<readonly string[]>([]);

/** Is the page on show one of these? Paths as pages declare them, with `:id` for a parameter. */
export const useIsOnPage = (paths: readonly string[]): boolean =>
  use(SamePageContext).some((path) => paths.includes(path));
