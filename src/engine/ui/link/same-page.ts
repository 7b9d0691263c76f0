import { createContext } from 'react';

/** All paths of the page on show, its aliases too: a link to any of them leads to where the reader is. */
export const SamePageContext = createContext<readonly string[]>([]);
