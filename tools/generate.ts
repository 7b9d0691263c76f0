import { mkdir, writeFile } from 'node:fs/promises';
import { readTree } from './files.ts';
import { generateCalls } from './generate/calls.ts';
import { generateTypes } from './generate/types.ts';

/** `npm run generate`: types of schemas, block props and calls into `src/generated`. */
export async function generate(): Promise<void> {
  const schemas = await readTree('schemas', ['.json']);
  const api = await readTree(`${process.env['CONFIG_DIR'] ?? 'config'}/api`, ['.yaml']);
  const { types, blocks } = await generateTypes(schemas);
  await mkdir('src/generated', { recursive: true });
  await Promise.all([
    writeFile('src/generated/schemas.ts', types),
    writeFile('src/generated/blocks.ts', blocks),
    writeFile('src/generated/calls.ts', await generateCalls(api)),
  ]);
}

if (import.meta.main) await generate();
