import { createContext, type ReactNode, use } from 'react';
import type { OwnerData } from '../runtime/owner-data.ts';
import type { Session } from '../runtime/session.ts';
import type { Code } from './code.ts';

/** What every component of the renderer works with. */
export interface Runtime {
  session: Session;
  code: Code;
  /** Problems are shown on the page, for whoever builds it. */
  development: boolean;
}

export const RuntimeContext = createContext<Runtime | null>(null);

/** The data that the blocks below read. */
export const OwnerDataContext = createContext<OwnerData | null>(null);

/** The item of the innermost `repeat`; undefined outside. */
export const ItemContext = createContext<unknown>(undefined);

/** The shells of an area, for the shell whose outlet shows them. */
export const AreaContext = createContext<(area: string) => ReactNode>(() => null);

function present<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`${name} is missing above this component`);
  return value;
}

export const useRuntime = () => present(use(RuntimeContext), 'RuntimeContext');
export const useOwnerData = () => present(use(OwnerDataContext), 'OwnerDataContext');
