import type { BlockNode } from './nodes.ts';

/** Does a condition of the block, or of one around it, depend on this reference or a path below it? */
export function isGuardedBy(block: BlockNode | undefined, reference: string): boolean {
  for (let node = block; node !== undefined; node = node.parent) {
    const text = JSON.stringify(node.value['when'] ?? null);
    if ([`"${reference}"`, `"${reference}.`, `"${reference}[`].some((part) => text.includes(part)))
      return true;
  }
  return false;
}
