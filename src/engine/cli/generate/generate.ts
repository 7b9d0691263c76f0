import { mkdir } from 'node:fs/promises';
import { readTree, writeChanged } from '../files.ts';
import { loadProject } from '../project/load-project.ts';
import { ENGINE, shopFolders } from '../project/shop-folders.ts';
import { generateCalls } from './calls.ts';
import { editorSchemas } from './editor.ts';
import { generatePages } from './pages.ts';
import { generateTypes, type TypeSource } from './types.ts';

/** Types of schemas, block props, calls and pages, and what editors know, into `src/generated`. */
export async function generate(): Promise<void> {
  const config = process.env['CONFIG_DIR'] ?? 'config';
  const [api, pages] = await Promise.all([
    readTree(`${config}/api`, ['.yaml']),
    readTree(`${config}/pages`, ['.yaml']),
  ]);
  const [engine = '', shop = ''] = shopFolders().schemas;
  await mkdir('src/generated', { recursive: true });
  await Promise.all([
    writeTypes(engine, `${ENGINE}/generated`),
    writeTypes(shop, 'src/generated', {
      schemas: '#engine/generated/schemas.ts',
      blocks: '#engine/generated/blocks.ts',
    }),
    writeChanged('src/generated/calls.ts', await generateCalls(api)),
    writeChanged('src/generated/pages.ts', generatePages(pages)),
    generateEditor(),
  ]);
}

/** Types of the schemas below `folder`, which may refer to those of another module. */
async function writeTypes(folder: string, target: string, base?: TypeSource['base']): Promise<void> {
  const files = await readTree(folder, ['.json']);
  const { types, blocks } = await generateTypes({ folder, files, ...(base && { base }) });
  await mkdir(target, { recursive: true });
  await Promise.all([
    writeChanged(`${target}/schemas.ts`, types),
    writeChanged(`${target}/blocks.ts`, blocks),
  ]);
}

/** Where the first line of every config file points an editor: it changes with each name that the config declares. */
export async function generateEditor(): Promise<void> {
  const schemas = editorSchemas(await loadProject());
  await mkdir('src/generated/editor', { recursive: true });
  await Promise.all([...schemas].map(([name, text]) => writeChanged(`src/generated/editor/${name}`, text)));
}
