import { asObject } from '#engine/compiler/json.ts';
import { readYaml } from '#engine/compiler/source/read-yaml.ts';
import { type PageTree, parametersOf, pathsByName } from '#engine/runtime/page-address.ts';

/** Page names with the parameters of their addresses, for code that links to a page. */
export function generatePages(files: ReadonlyMap<string, string>): string {
  const pages = [...files.values()].map((text) => asObject(readYaml(text).value));
  /* A file that is half written names no page yet. */
  const named = pages.filter(({ name }) => typeof name === 'string');
  const rows = [...pathsByName(named as unknown as PageTree[])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, path]) => {
      const parameters = parametersOf(path).map(
        (parameter) => `${parameter.name}${parameter.optional ? '?' : ''}: Value`,
      );
      const type = parameters.length > 0 ? `{ ${parameters.join('; ')} }` : 'object';
      return `  /** ${path} */\n  '${name}': ${type};`;
    });
  return `/* Written by \`npm run generate\` from config/pages. Do not edit. */
type Value = string | number;

/** Page name to what its address is made of. */
export interface Pages {
${rows.join('\n')}
}

export type PageName = keyof Pages;
`;
}
