import type { PublicRegistry, Registry } from '#generated/schemas.ts';

export const PREFIX = 'virtual:storewright/';

/** What every page needs at once; the blocks of pages and shells load one by one. */
export function publicRegistry({ site, routes, calls, errors, slots, shells }: Registry): PublicRegistry {
  const heads = Object.entries(shells).map(([name, { area, data, types }]) => [name, { area, data, types }]);
  return { site, routes, calls, errors, slots, shells: Object.fromEntries(heads) };
}

/** JSON as a JavaScript expression: parsing a string is quicker than parsing an object literal of this size. */
const expression = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const loaders = (kind: string, names: readonly string[]) =>
  names
    .map((name) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(`${PREFIX}${kind}/${name}`)}),`)
    .join('\n');

/** `virtual:storewright/blocks`: every block type's module, loaded when a page needs it. */
export const blocksCode = (types: readonly string[]): string =>
  `export const blocks = {\n${types.map((type) => `  ${JSON.stringify(type)}: () => import('/src/blocks/${type}/${type}.tsx'),`).join('\n')}\n};`;

/**
 * The code of a virtual module: `registry`, `page/<name>` or `shell/<name>`.
 * Undefined when the registry has no such page or shell.
 */
export function moduleCode(path: string, registry: Registry): string | undefined {
  if (path === 'registry') {
    return [
      `export const registry = ${expression(publicRegistry(registry))};`,
      `export const pages = {\n${loaders('page', Object.keys(registry.pages))}\n};`,
      `export const shells = {\n${loaders('shell', Object.keys(registry.shells))}\n};`,
    ].join('\n');
  }
  const [kind, name = ''] = path.split('/');
  const body = kind === 'page' ? registry.pages[name] : kind === 'shell' ? registry.shells[name] : undefined;
  return body && `export default ${expression(body.blocks)};`;
}
