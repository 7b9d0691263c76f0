import { expandOptional, isParam, isSplat, score, segments } from '../project/route-pattern.ts';
import { type DeclaredPage, isReachable } from './pages.ts';

/** One address of a page. */
export interface Address {
  page: DeclaredPage;
  pattern: string;
  /** Index in `alias`; undefined for the path itself. */
  alias: number | undefined;
}

/** The addresses of all pages that can be opened, in declared order. */
function addressesOf(pages: readonly DeclaredPage[]): Address[] {
  const addresses: Address[] = [];
  for (const page of pages.filter(isReachable)) {
    if (page.path !== undefined) addresses.push({ page, pattern: page.path, alias: undefined });
    for (const [alias, pattern] of page.alias.entries()) addresses.push({ page, pattern, alias });
  }
  return addresses;
}

/** The pointer to an address in its file. */
export function addressPointer({ page, alias }: Address): (string | number)[] {
  return [...page.pointer, ...(alias === undefined ? ['path'] : ['alias', alias])];
}

/** An address that a variant of its pattern leads to: the higher score wins, then the one declared first. */
interface Candidate {
  address: Address;
  score: number;
  order: number;
}

interface Node {
  statics: Map<string, Node>;
  param: Node | undefined;
  /** Addresses that end here. */
  here: Candidate | undefined;
  /** Addresses that end in a splat here. */
  splat: Candidate | undefined;
}

const emptyNode = (): Node => ({ statics: new Map(), param: undefined, here: undefined, splat: undefined });

/** The pages of the shop by address, matched as the browser's router does. */
export class Routes {
  readonly pages: readonly DeclaredPage[];
  readonly addresses: readonly Address[];
  readonly #root = emptyNode();
  readonly #matches = new Map<string, Address | undefined>();

  constructor(pages: readonly DeclaredPage[]) {
    this.pages = pages;
    this.addresses = addressesOf(pages);
    for (const [order, address] of this.addresses.entries()) {
      for (const variant of expandOptional(address.pattern))
        this.#add(variant, { address, score: score(variant), order });
    }
  }

  #add(variant: readonly string[], candidate: Candidate): void {
    let node = this.#root;
    for (const segment of variant) {
      if (isSplat(segment)) {
        node.splat = better(node.splat, candidate);
        return;
      }
      node = isParam(segment) ? (node.param ??= emptyNode()) : child(node, segment);
    }
    node.here = better(node.here, candidate);
  }

  /** The address that a path matches; a segment with a template in it matches anything. */
  match(path: string): Address | undefined {
    if (!this.#matches.has(path)) this.#matches.set(path, search(this.#root, segments(path), 0)?.address);
    return this.#matches.get(path);
  }
}

function child(node: Node, segment: string): Node {
  const key = segment.toLowerCase();
  const known = node.statics.get(key) ?? emptyNode();
  node.statics.set(key, known);
  return known;
}

function better(a: Candidate | undefined, b: Candidate | undefined): Candidate | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.score > a.score || (b.score === a.score && b.order < a.order) ? b : a;
}

function search(node: Node, path: readonly string[], at: number): Candidate | undefined {
  const segment = path[at];
  if (segment === undefined) return better(node.here, node.splat);
  const next = segment.includes('{$')
    ? [...node.statics.values(), node.param]
    : [node.statics.get(segment.toLowerCase()), node.param];
  return next.reduce<Candidate | undefined>(
    (best, inner) => (inner === undefined ? best : better(best, search(inner, path, at + 1))),
    node.splat,
  );
}
