import { use } from 'react';
import type { BlockComponent } from '../code.ts';
import { useRuntime } from '../contexts.ts';

/**
 * The component of a block type; undefined when there is no such type. Its code is normally here before the page is;
 * where it is not (a page that was just saved), the block waits for it.
 */
export function useDefinition(type: string): BlockComponent | undefined {
  const { code } = useRuntime();
  const here = code.block(type);
  if (here) return here;
  use(code.pending(type));
  return code.block(type);
}
