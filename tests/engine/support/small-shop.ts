import { readTree } from '#engine/cli/files.ts';
import { compile } from '#engine/compiler/compile.ts';
import type { Registry } from '#engine/generated/schemas.ts';

const schemas = await readTree('schemas/engine', ['.json']);

/** The smallest shop of nobody's trade; a test adds its own files. */
const FILES: Readonly<Record<string, string>> = {
  'config/site.yaml': 'title: Pens and paper\nlocale: en-GB\n',
  'config/pages/index.yaml': 'name: index\npath: /\ntitle: Home\nblocks: [{ block: text, text: Welcome }]\n',
};

/** Compiles a shop that has nothing but the engine's own blocks and entities. Throws where it has an offense that is an error. */
export function smallShop(files: Readonly<Record<string, string>>): Registry {
  const { registry, offenses } = compile(new Map([...schemas, ...Object.entries({ ...FILES, ...files })]));
  if (!registry) throw new Error(JSON.stringify(offenses, null, 2));
  return registry;
}
