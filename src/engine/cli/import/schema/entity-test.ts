import { isObject } from '#engine/compiler/json.ts';
import type { Documents } from '../document/documents.ts';
import { child, type DocumentNode, itemsOf, locationOf } from '../document/node.ts';
import { Losses } from '../loss/losses.ts';

/** How many definitions may lead to the next before one counts as a definition of itself. */
const HOPS = 20;

const hasEntries = (value: unknown) => isObject(value) && Object.keys(value).length > 0;

/**
 * Tells which definitions become entities, and which are written where they are used: a list of entities, a text with its
 * limits. Memoized by value, so that aliases of YAML cost nothing.
 */
export function entityTest(documents: Documents): (node: DocumentNode) => boolean {
  /** Definitions are looked at before they are translated: what is lost is reported then. */
  const follow = (node: DocumentNode) => documents.follow(node, new Losses());
  const known = new WeakMap<object, boolean>();

  /** Is it a value without parts: a text, a number, a flag, one of some choices, or anything at all? */
  function isScalar(raw: DocumentNode, hops = 0): boolean {
    const node = follow(raw);
    const { value } = node;
    if (!isObject(value)) return true;
    const found =
      known.get(value) ??
      (hops <= HOPS && !hasParts(node) && branchesOf(node).every((branch) => isScalar(branch, hops + 1)));
    known.set(value, found);
    return found;
  }

  /** Is it a list, or a list of lists, that ends in something else than itself? */
  function isPlainList(start: DocumentNode): boolean {
    let node = start;
    const seen = new Set<string>();
    for (;;) {
      if (!isList(node)) return seen.size > 0;
      if (seen.has(locationOf(node))) return false;
      seen.add(locationOf(node));
      node = follow(child(node, 'items'));
    }
  }

  return (node) => !isScalar(node) && !isPlainList(node);
}

const branchesOf = (node: DocumentNode) =>
  ['allOf', 'oneOf', 'anyOf'].flatMap((key) => itemsOf(child(node, key)));

const isList = (node: DocumentNode) =>
  isObject(node.value) && isObject(node.value['items']) && branchesOf(node).length === 0;

function hasParts({ value }: DocumentNode): boolean {
  if (!isObject(value)) return false;
  if (isObject(value['items']) || Array.isArray(value['prefixItems'])) return true;
  if (['properties', 'patternProperties', 'additionalProperties'].some((key) => hasEntries(value[key])))
    return true;
  return [value['type']].flat().includes('array');
}
