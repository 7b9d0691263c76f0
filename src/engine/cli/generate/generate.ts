import { mkdir } from 'node:fs/promises';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { readTree, writeChanged } from '../files.ts';
import { loadProject, readSchemaFiles } from '../project/load-project.ts';
import { ENGINE, IS_SOURCE, isOwnConfig, shopFolders } from '../project/shop-folders.ts';
import { languageMarkdown } from '../reference/markdown.ts';
import { generateCalls } from './calls.ts';
import { editorSchemas } from './editor.ts';
import { generatePages } from './pages.ts';
import { generateTypes, type TypeSource } from './types.ts';

/** The modules of the engine's types, for those of a shop to refer to. */
const BASE: NonNullable<TypeSource['base']> = IS_SOURCE
  ? { schemas: '#engine/generated/schemas.ts', blocks: '#engine/generated/blocks.ts' }
  : { schemas: 'storewright/schemas', blocks: 'storewright/block-types' };

/** Types of schemas and block props and, where the config is the project's own, of its calls and pages, and what editors know. */
export async function generate(): Promise<void> {
  await Promise.all([
    IS_SOURCE && generateEngineTypes(),
    generateShopTypes(),
    isOwnConfig() && generateNames(shopFolders().generated),
    generateEditor(),
  ]);
}

const isEngine = (path: string) => path.startsWith('schemas/engine/');

/**
 * Types of the engine's own schemas and block props, and the reference of the config language for readers of the guide,
 * where the engine lies here as its sources; no shop need be here.
 */
export async function generateEngineTypes(): Promise<void> {
  const files = new Map([...(await readSchemaFiles())].filter(([path]) => isEngine(path)));
  await writeTypes(`${ENGINE}/generated`, { folder: 'schemas/engine', files });
  await writeChanged(`${ENGINE}/guide/language.md`, languageMarkdown(readSchemas(files, { locale: 'en' })));
}

async function generateShopTypes(): Promise<void> {
  const { generated, schemas } = shopFolders();
  const files = [...(await readSchemaFiles())].filter(([path]) => !isEngine(path));
  await writeTypes(generated, { folder: schemas, files: new Map(files), base: BASE });
}

/** Types of the calls and pages that the config declares. */
async function generateNames(target: string): Promise<void> {
  const { config } = shopFolders();
  await mkdir(target, { recursive: true });
  const [api, pages] = await Promise.all([
    readTree(`${config}/api`, ['.yaml']),
    readTree(`${config}/pages`, ['.yaml']),
  ]);
  await Promise.all([
    writeChanged(`${target}/calls.ts`, await generateCalls(api)),
    writeChanged(`${target}/pages.ts`, generatePages(pages)),
  ]);
}

async function writeTypes(target: string, source: TypeSource): Promise<void> {
  const { types, blocks } = await generateTypes(source);
  await mkdir(target, { recursive: true });
  await Promise.all([
    writeChanged(`${target}/schemas.ts`, types),
    writeChanged(`${target}/blocks.ts`, blocks),
  ]);
}

/** Where the first line of every config file points an editor: it changes with each name that the config declares. */
export async function generateEditor(): Promise<void> {
  if (!isOwnConfig()) return;
  const folder = `${shopFolders().generated}/editor`;
  const schemas = editorSchemas(await loadProject());
  await mkdir(folder, { recursive: true });
  await Promise.all([...schemas].map(([name, text]) => writeChanged(`${folder}/${name}`, text)));
}
