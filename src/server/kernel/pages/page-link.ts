import { StartFault } from '#engine/host/process/start-fault.ts';
import { type AddressValue, fillAddress, type PageTree, pathsByName } from '#engine/runtime/page-address.ts';
import type { PageName, Pages } from '#generated/pages.ts';

/** The parameters of a page's path, and its query. */
type Values<Name extends PageName> = Pages[Name] & Readonly<Record<string, AddressValue>>;

/** Builds the URL of one page. */
export type PageLink<Name extends PageName> = (
  ...values: object extends Pages[Name] ? [values?: Values<Name>] : [values: Values<Name>]
) => string;

/** The pages that the server's code links to. */
const linked = new Set<PageName>();

/** A page with a title and an address without parameters. */
interface TitledPage {
  title: string;
  path: string;
  access: string;
}

/** The paths of the shop that this process serves. */
let paths: ReadonlyMap<string, string> = new Map();

let titled: readonly TitledPage[] = [];

/**
 * A link to a page by its name in config/pages: no page URL is hard-coded in the server. Call it at module load, so that
 * a page that the shop lacks is detected at the start.
 */
export function pageLink<Name extends PageName>(name: Name): PageLink<Name> {
  linked.add(name);
  return (...[values]) => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`the server links to the page ${name} before it knows the pages`);
    return fillAddress(path, values ?? {});
  };
}

/**
 * Registers the paths of the shop's pages.
 * @throws StartFault when a page is missing that the server links to
 */
export function bindPages(pages: readonly PageTree[]): void {
  const found = pathsByName(pages);
  const missing = [...linked].filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new StartFault(
      `配置里没有服务端要用的页面：${missing.join('、')}。请在 config/pages 里用这些名字声明。`,
    );
  }
  paths = found;
  titled = pages.flatMap((page) => titledPages(page, found, 'visitor'));
}

/** The pages that only readers of this role may open, and no parameter is needed for. */
export function pagesOf(role: string): readonly TitledPage[] {
  return titled.filter(({ access }) => access === role);
}

function titledPages(page: PageTree, known: ReadonlyMap<string, string>, inherited: string): TitledPage[] {
  const { name, title, access = inherited, children = [] } = page;
  if (children.length > 0) return children.flatMap((child) => titledPages(child, known, access));
  const path = known.get(name);
  return path === undefined || path.includes(':') || !title ? [] : [{ title, path, access }];
}
