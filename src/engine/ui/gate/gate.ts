import { createContext, use } from 'react';

/** What keeps gated fields from the reader, and where that ends. */
export interface Gate {
  /** Shown instead of a price. */
  notice: string;
  /** To the page of the role that the reader lacks. */
  link: { text: string; to: string } | null;
}

/** Null for a reader who may see and buy. */
export const GateContext = createContext<Gate | null>(null);

export const useGate = (): Gate | null => use(GateContext);
