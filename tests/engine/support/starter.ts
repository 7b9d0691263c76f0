import { readShop } from '#engine/cli/init/template.ts';
import { readSchemaFiles } from '#engine/cli/project/load-project.ts';

/**
 * The shop that `init` writes, as the compiler reads it: its config of ten pages, its own schemas, and the engine's.
 * @param more files over it, path -> text
 */
export async function starterFiles(
  more: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  const [shop, schemas] = await Promise.all([
    readShop('.', 'zh', { shop: '纸笔小店', package: 'pens-paper' }),
    readSchemaFiles(),
  ]);
  return new Map([
    ...[...schemas].filter(([path]) => path.startsWith('schemas/engine/')),
    ...[...shop].filter(([path]) => /^(?:config|schemas)\/.*\.(?:ya?ml|json)$/.test(path)),
    ...Object.entries(more),
  ]);
}
