import { existsSync } from 'node:fs';
import { buildCatalogue, CATALOGUE } from '#engine/cli/catalogue/build.ts';
import { readTree, writeChanged } from '#engine/cli/files.ts';
import { generate, generateEngineTypes } from '#engine/cli/generate/generate.ts';
import { shopFolders } from '#engine/cli/project/shop-folders.ts';
import { seconds } from '#engine/cli/run.ts';
import { findOutcomes, outcomesText } from './outcomes.ts';
import { readRefusals } from './refusals.ts';

const SERVER = 'src/server';

/* The engine is worked on without a shop as well: what follows from a config or a server is written where there is one. */
const hasConfig = () => existsSync(shopFolders().config);

/** Everything below `src/generated`: what the engine makes of schemas and config, and what the server's calls answer. */
export async function generateAll(): Promise<void> {
  await (hasConfig() ? generate() : generateEngineTypes());
  if (!existsSync(SERVER)) return;
  const outcomes = outcomesText(findOutcomes(await readTree(SERVER, ['.ts'])));
  await writeChanged('src/generated/outcomes.ts', outcomes);
}

if (import.meta.main) {
  const started = performance.now();
  await generateAll();
  if (hasConfig()) await buildCatalogue(CATALOGUE, await readRefusals());
  console.log(
    hasConfig()
      ? `src/generated（类型、编辑器的 schema）与 ${CATALOGUE}/（目录）已生成 / types, editor schemas and catalogue written  ${seconds(started)}`
      : `类型已生成 / types written  ${seconds(started)}`,
  );
}
