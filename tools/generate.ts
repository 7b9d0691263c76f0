import { mkdir } from 'node:fs/promises';
import { readTree, writeChanged } from './files.ts';
import { generateCalls } from './generate/calls.ts';
import { editorSchemas } from './generate/editor.ts';
import { findOutcomes, outcomesText } from './generate/outcomes.ts';
import { generateTypes } from './generate/types.ts';
import { loadProject } from './load-project.ts';
import { seconds } from './run.ts';

/** `npm run generate`: types of schemas, block props and calls, and what editors know, into `src/generated`. */
export async function generate(): Promise<void> {
  const schemas = await readTree('schemas', ['.json']);
  const api = await readTree(`${process.env['CONFIG_DIR'] ?? 'config'}/api`, ['.yaml']);
  const { types, blocks } = await generateTypes(schemas);
  await mkdir('src/generated', { recursive: true });
  await Promise.all([
    writeChanged('src/generated/schemas.ts', types),
    writeChanged('src/generated/blocks.ts', blocks),
    writeChanged('src/generated/calls.ts', await generateCalls(api)),
    writeChanged(
      'src/generated/outcomes.ts',
      outcomesText(findOutcomes(await readTree('src/server', ['.ts']))),
    ),
    generateEditor(),
  ]);
}

/** Where the first line of every config file points an editor: it changes with each name that the config declares. */
export async function generateEditor(): Promise<void> {
  const schemas = editorSchemas(await loadProject());
  await mkdir('src/generated/editor', { recursive: true });
  await Promise.all([...schemas].map(([name, text]) => writeChanged(`src/generated/editor/${name}`, text)));
}

/** What is served as static pages; `npm run dev` shows the same under /catalogue. */
const CATALOGUE = '.catalogue';

if (import.meta.main) {
  const started = performance.now();
  await generate();
  const { buildCatalogue } = await import('./catalogue/build.ts');
  await buildCatalogue(CATALOGUE);
  console.log(
    `src/generated（类型、编辑器的 schema）与 ${CATALOGUE}/（目录）已生成 / types, editor schemas and catalogue written  ${seconds(started)}`,
  );
}
