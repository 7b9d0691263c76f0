import { type DeclaredPage, isReachable } from './pages.ts';
import { expandOptional, isParam, segments } from './route-pattern.ts';

/** One address of a page. */
export interface Address {
  page: DeclaredPage;
  pattern: string;
  /** Index in `alias`; undefined for the path itself. */
  alias: number | undefined;
}

/** The addresses under which pages are reached, in declared order. */
function addressesOf(pages: readonly DeclaredPage[]): Address[] {
  const addresses: Address[] = [];
  for (const page of pages.filter(isReachable)) {
    if (page.path !== undefined) addresses.push({ page, pattern: page.path, alias: undefined });
    for (const [alias, pattern] of page.alias.entries()) addresses.push({ page, pattern, alias });
  }
  return addresses;
}

/** Where an address stands in its file. */
export function addressPointer({ page, alias }: Address): (string | number)[] {
  return [...page.pointer, ...(alias === undefined ? ['path'] : ['alias', alias])];
}

interface Node {
  statics: Map<string, Node>;
  param: Node | undefined;
  address: Address | undefined;
}

const emptyNode = (): Node => ({ statics: new Map(), param: undefined, address: undefined });

/** The pages of the shop by address. Named segments win over parameters, as in the browser's router. */
export class Routes {
  readonly pages: readonly DeclaredPage[];
  readonly addresses: readonly Address[];
  readonly #root = emptyNode();
  readonly #asked = new Map<string, Address | undefined>();

  constructor(pages: readonly DeclaredPage[]) {
    this.pages = pages;
    this.addresses = addressesOf(pages);
    for (const address of this.addresses) {
      for (const way of expandOptional(address.pattern)) {
        let node = this.#root;
        for (const segment of way)
          node = isParam(segment) ? (node.param ??= emptyNode()) : child(node, segment);
        node.address ??= address;
      }
    }
  }

  /** The address that answers a path; a segment with a template in it may be anything. */
  match(path: string): Address | undefined {
    if (!this.#asked.has(path)) this.#asked.set(path, search(this.#root, segments(path)));
    return this.#asked.get(path);
  }
}

function child(node: Node, segment: string): Node {
  const known = node.statics.get(segment) ?? emptyNode();
  node.statics.set(segment, known);
  return known;
}

function search(node: Node, rest: readonly string[]): Address | undefined {
  const [segment, ...more] = rest;
  if (segment === undefined) return node.address;
  const named = node.statics.get(segment);
  const found = named === undefined ? undefined : search(named, more);
  if (found !== undefined) return found;
  if (node.param !== undefined) {
    const byParam = search(node.param, more);
    if (byParam !== undefined) return byParam;
  }
  if (!segment.includes('{$')) return undefined;
  for (const next of node.statics.values()) {
    const byAny = search(next, more);
    if (byAny !== undefined) return byAny;
  }
  return undefined;
}
