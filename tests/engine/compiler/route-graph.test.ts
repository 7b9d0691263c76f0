import * as fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import { projectFiles } from './support/project.ts';

/** A page of a random shop: where it is, where else, where it leads. */
interface RandomPage {
  path: string;
  alias: string[];
  redirect: string | undefined;
  link: string;
}

/** So far apart that no name is taken for a typo of another: such a typo is reported once, where it was made. */
const NAMES = ['apples', 'boots', 'chemistry'] as const;
const [A, B] = NAMES;

const segment = fc.constantFrom(A, B, ':x', ':y', ':z?', A, B);
const pattern = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/g/${parts.join('/')}`);
const address = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((parts) => `/g/${parts.join('/')}`);
const anyPage: fc.Arbitrary<RandomPage> = fc.record({
  path: pattern,
  alias: fc.array(pattern, { maxLength: 1 }),
  redirect: fc.option(address, { nil: undefined, freq: 2 }),
  link: address,
});
const anyShop = fc.array(anyPage, { minLength: 1, maxLength: 6 });

const compile = createCompiler();

/** `code pageIndex` of the offenses, with the alias where it is about one. */
function reported(shop: readonly RandomPage[]): Set<string> {
  const files = shop.map((one, index): [string, string] => [
    `config/pages/g/${index}.yaml`,
    JSON.stringify({
      name: `p${index}`,
      path: one.path,
      alias: one.alias,
      ...(one.redirect === undefined
        ? { blocks: [{ block: 'sample-link', to: one.link }] }
        : { redirect: one.redirect }),
    }),
  ]);
  const { offenses } = compile(projectFiles(Object.fromEntries(files)));
  return new Set(offenses.map(({ code, file }) => `${code} ${/(\d+)\.yaml$/.exec(file)?.[1]}`));
}

interface Known {
  page: number;
  pattern: string;
}

const addressesOf = (shop: readonly RandomPage[]): Known[] =>
  shop.flatMap(({ path, alias }, page) => [path, ...alias].map((one) => ({ page, pattern: one })));

/** What the browser's own router makes of an address. */
function winner(path: string, known: readonly Known[]): Known | undefined {
  const routes = known.map(({ pattern: own }, index) => ({ path: own, id: String(index) }));
  const id = matchRoutes(routes, path)?.[0]?.route.id;
  return id === undefined ? undefined : known[Number(id)];
}

/** Every address of up to four segments of these names. */
const EVERY = ['', ...NAMES]
  .flatMap((one) => ['', ...NAMES].flatMap((two) => ['', ...NAMES].map((three) => [one, two, three])))
  .filter(([one, two, three]) => (one !== '' || two === '') && (two !== '' || three === ''))
  .map((parts) => ['/g', ...parts.filter((part) => part !== '')].join('/'));

/** Pages that another one takes an address from, and by nothing but the order in which they are declared. */
function contested(shop: readonly RandomPage[]): Set<number> {
  const known = addressesOf(shop);
  const found = new Set<number>();
  for (const [index, later] of known.entries()) {
    for (const earlier of known.slice(0, index)) {
      const byOrder = EVERY.some((path) => {
        const first = winner(path, [earlier, later]);
        const second = winner(path, [later, earlier]);
        return first !== second;
      });
      if (byOrder) found.add(later.page);
      if (later.pattern === earlier.pattern) found.add(earlier.page);
    }
  }
  return found;
}

/** `loop`: the pages on the way, when it comes back to where it began. */
function walkRedirects(start: number, shop: readonly RandomPage[]): { loop: number[]; hops: number } {
  const known = addressesOf(shop);
  const passed: number[] = [];
  let page: number | undefined = start;
  for (let hops = 0; hops <= shop.length + 1; hops += 1) {
    const target: string | undefined = page === undefined ? undefined : shop[page]?.redirect;
    if (page === undefined || target === undefined) return { loop: [], hops };
    passed.push(page);
    page = winner(target, known)?.page;
    if (page === start) return { loop: passed, hops };
  }
  return { loop: [], hops: Number.POSITIVE_INFINITY };
}

const same = (actualCodes: Set<string>, codes: readonly string[], pages: Iterable<number>) => {
  const actual = [...actualCodes]
    .filter((one) => codes.includes(one.split(' ')[0] ?? ''))
    .map((one) => Number(one.split(' ')[1]));
  const inOrder = (numbers: Iterable<number>) => [...new Set(numbers)].toSorted((a, b) => a - b);
  expect(inOrder(actual)).toEqual(inOrder(pages));
};

const pagesWhere = (shop: readonly RandomPage[], test: (page: RandomPage, index: number) => boolean) =>
  shop.flatMap((page, index) => (test(page, index) ? [index] : []));

describe('the graph of routes, held against the router itself', () => {
  it('names every page whose address is decided by nothing but order', () => {
    fc.assert(
      fc.property(anyShop, (shop) => {
        same(reported(shop), ['duplicate-path', 'path-shadowed', 'path-overlap'], contested(shop));
      }),
      { numRuns: 100 },
    );
  });

  it('names every address that has no page, at the first link or redirect to it', () => {
    fc.assert(
      fc.property(anyShop, (shop) => {
        const known = addressesOf(shop);
        const targets = shop.map(({ redirect, link }) => redirect ?? link);
        const dead = pagesWhere(
          shop,
          (_, index) =>
            winner(targets[index] ?? '', known) === undefined &&
            targets.indexOf(targets[index] ?? '') === index,
        );
        same(reported(shop), ['dead-link'], dead);
      }),
      { numRuns: 300 },
    );
  });

  it('names every loop of redirects once, where it begins, and every redirect that leads to another', () => {
    fc.assert(
      fc.property(anyShop, (shop) => {
        const actualCodes = reported(shop);
        const ways = shop.map((_, index) => walkRedirects(index, shop));
        same(
          actualCodes,
          ['redirect-loop'],
          pagesWhere(shop, (_, index) => Math.min(...(ways[index]?.loop ?? [])) === index),
        );
        const chains = pagesWhere(shop, (_, index) => {
          const { loop, hops } = ways[index] ?? { loop: [], hops: 0 };
          return loop.length === 0 && hops > 1 && Number.isFinite(hops);
        });
        same(actualCodes, ['redirect-chain'], chains);
      }),
      { numRuns: 300 },
    );
  });
});
