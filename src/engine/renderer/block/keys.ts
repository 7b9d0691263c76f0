import type { PlacedBlock } from '#engine/generated/schemas.ts';

/**
 * Keys that survive a block put in between: the id, else its count within its type. A block that is moved
 * within the page keeps what the reader typed into it.
 */
export function keysOf(blocks: readonly PlacedBlock[]): string[] {
  const counts = new Map<string, number>();
  return blocks.map(({ block, id }) => {
    if (id !== undefined) return `#${id}`;
    const count = (counts.get(block) ?? 0) + 1;
    counts.set(block, count);
    return `${block}.${count}`;
  });
}
