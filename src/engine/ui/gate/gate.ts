import { createContext, use } from 'react';

/** What keeps prices and purchases from the reader, and where that ends. */
export interface Gate {
  /** Stands where a price would, e.g. 认证后可见. */
  notice: string;
  /** The way on: the login for a visitor, the state of the review for a member who is not approved. */
  way: { text: string; to: string } | null;
}

/** Null for a reader who may see and buy. */
export const GateContext = createContext<Gate | null>(null);

export const useGate = (): Gate | null => use(GateContext);
