import { buildCatalogue } from '#engine/cli/catalogue/build.ts';
import { readTree, writeChanged } from '#engine/cli/files.ts';
import { generate } from '#engine/cli/generate/generate.ts';
import { seconds } from '#engine/cli/run.ts';
import { REFUSALS } from '#server/kernel/result/refusals.ts';
import { findOutcomes, outcomesText } from './outcomes.ts';

/** What is served as static pages; `npm run dev` shows the same under /catalogue. */
const CATALOGUE = '.catalogue';

/** Everything below `src/generated`: what the engine makes of schemas and config, and what the server's calls answer. */
export async function generateAll(): Promise<void> {
  await generate();
  const outcomes = outcomesText(findOutcomes(await readTree('src/server', ['.ts'])));
  await writeChanged('src/generated/outcomes.ts', outcomes);
}

if (import.meta.main) {
  const started = performance.now();
  await generateAll();
  await buildCatalogue(CATALOGUE, REFUSALS);
  console.log(
    `src/generated（类型、编辑器的 schema）与 ${CATALOGUE}/（目录）已生成 / types, editor schemas and catalogue written  ${seconds(started)}`,
  );
}
