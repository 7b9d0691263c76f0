import { asList, asObject, isObject } from '../json.ts';
import type { Pointer } from '../source/pointer.ts';

/** The pointers to all blocks of a page and its children, or of a part of the shell. */
export function* blocksIn(value: unknown, pointer: Pointer): Generator<Pointer> {
  const { blocks, children } = asObject(value);
  for (const [index, block] of asList(blocks).entries()) {
    if (!isObject(block)) continue;
    const here = [...pointer, 'blocks', index];
    yield here;
    yield* blocksIn({ blocks: block['blocks'] }, here);
  }
  for (const [index, child] of asList(children).entries())
    yield* blocksIn(child, [...pointer, 'children', index]);
}
