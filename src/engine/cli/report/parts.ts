import type { PlacedBlock, Registry, Route } from '#engine/generated/schemas.ts';

/** A page with its blocks, and the pages around it. */
export interface Page {
  route: Route;
  chain: readonly Route[];
}

export function* everyPage(routes: readonly Route[], chain: readonly Route[] = []): Generator<Page> {
  for (const route of routes) {
    yield { route, chain };
    yield* everyPage(route.children, [...chain, route]);
  }
}

/** Can a buyer open it by itself? */
export const isOpenable = ({ route }: Page): boolean =>
  (route.children.length === 0 || route.redirect !== undefined) &&
  (route.path !== null || route.alias.length > 0);

export const addressOf = ({ path, alias }: Route): string => path ?? alias[0] ?? '';

/** Names of the parts of the shell around a page. */
export function shellsOf({ meta }: Route): string[] {
  const { header, footer, toolbar, sideNav, topAd, rightAd, bottomAd } = meta;
  return [header, footer, toolbar, sideNav, topAd, rightAd, bottomAd].filter((name) => name !== null);
}

export function* everyBlock(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  for (const block of blocks) {
    yield block;
    yield* everyBlock(block.blocks ?? []);
  }
}

export const blocksOf = (registry: Registry, name: string): readonly PlacedBlock[] =>
  registry.pages[name]?.blocks ?? [];

/** A value as text to compare: without the places where things are written, which move with every line. */
export function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (key, inner: unknown) => (key === 'source' || key === 'key' ? undefined : inner)) ??
    ''
  );
}
