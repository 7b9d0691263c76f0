import type { PageBody, PageConfig, Route, RouteMeta } from '#engine/generated/schemas.ts';
import { everyBlock, type PlacementContext, placeBlocks, typesOf } from '../schema/block.ts';
import { emitData, emitSlotData } from '../schema/data.ts';
import { inheritMeta } from '../schema/meta.ts';
import type { Pointer } from '../source/pointer.ts';

/** What a child page inherits from the page around it. */
export interface Inherited {
  meta: RouteMeta;
  access: Route['access'];
  title: string | null;
}

/** A page file's route, and its bodies and those of its children by page name. */
export interface EmittedPage {
  route: Route;
  bodies: [string, PageBody][];
}

/** A page without blocks that only groups children shows just the child. */
const ownBlocks = (page: PageConfig) => (page.children === undefined ? [] : [{ block: 'outlet' }]);

const emitRedirect = (redirect: NonNullable<PageConfig['redirect']>): NonNullable<Route['redirect']> =>
  typeof redirect === 'string' ? { to: redirect, status: 302 } : { status: 302, ...redirect };

/** One page with its children -> its route and bodies. */
export function emitPage(
  page: PageConfig,
  at: Pointer,
  inherited: Inherited,
  context: PlacementContext,
): EmittedPage {
  const own: Inherited = {
    meta: inheritMeta(inherited.meta, page.meta),
    access: page.access ?? inherited.access,
    title: page.title ?? inherited.title,
  };
  const blocks = placeBlocks(page.blocks ?? ownBlocks(page), [...at, 'blocks'], context);
  const children = (page.children ?? []).map((child, index) =>
    emitPage(child, [...at, 'children', index], own, context),
  );
  const route: Route = {
    name: page.name,
    path: page.path ?? null,
    alias: page.alias ?? [],
    ...(page.link !== undefined && { link: page.link }),
    ...own,
    ...(page.redirect !== undefined && { redirect: emitRedirect(page.redirect) }),
    ...(page.prefetch === true && { prefetch: true as const }),
    ...(page.remember !== undefined && { remember: page.remember }),
    ...(page.schedule !== undefined && { schedule: page.schedule }),
    children: children.map((child) => child.route),
  };
  const body: PageBody = {
    data: { ...emitData(page.data), ...emitSlotData(everyBlock(blocks), context.slots) },
    types: typesOf(blocks),
    blocks,
    source: { file: context.file.path, line: context.file.line(at) },
  };
  return { route, bodies: [[page.name, body], ...children.flatMap((child) => child.bodies)] };
}
