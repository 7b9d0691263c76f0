import { use } from 'react';
import type { BlockComponent } from '../code.ts';
import { useShop } from '../shop.ts';

/**
 * The component of a block type; undefined when there is no such type. Its code is normally here before the page is;
 * where it is not (a page that was just saved), the block waits for it.
 */
export function useDefinition(type: string): BlockComponent | undefined {
  const { code } = useShop();
  const here = code.block(type);
  if (here) return here;
  use(code.coming(type));
  return code.block(type);
}
