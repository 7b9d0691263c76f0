import type { Page } from 'playwright-core';
import { type WalkReader, walkSite } from '#engine/cli/walk/walk-site.ts';
import { readRegistry } from '#engine/host/built-site.ts';

export { axeProblems, layoutShift, watchErrors, watchShifts } from '#engine/cli/walk/examine.ts';

/** A page of an English shop has no Chinese in it: neither in its texts nor in a label or a title. */
async function chinese(page: Page): Promise<string[]> {
  const found = /.{0,20}\p{Script=Han}+.{0,20}/u.exec(await page.content())?.[0];
  return found === undefined ? [] : [`says "${found}"`];
}

/**
 * Opens every page of an English shop as each reader, at 1440 and 375 px.
 * @param distDir what its build left
 * @returns every page that was opened, and a line for each problem
 */
export async function walkEnglish(
  distDir: string,
  url: string,
  readers: readonly WalkReader[],
): Promise<{ opened: string[]; problems: string[] }> {
  const registry = await readRegistry(distDir);
  const opened: string[] = [];
  const problems: string[] = [];
  for await (const visit of walkSite(registry, url, { readers, examine: chinese })) {
    const where = `${visit.path} (${visit.reader}, ${visit.window})`;
    opened.push(where);
    problems.push(...visit.problems.map((problem) => `${where}: ${problem}`));
  }
  return { opened, problems };
}
