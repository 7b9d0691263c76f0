import { createContext } from 'react';

/**
 * May the pictures below be in the first view? Where they may not, none of them is loaded before it is scrolled to, whatever
 * the block says: of a list of panels the first one stands there, and all are written alike.
 */
export const FirstViewContext = createContext(true);
