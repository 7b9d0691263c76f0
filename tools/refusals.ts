import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Refusals } from '#engine/cli/catalogue/sources.ts';

const FILE = 'src/server/kernel/result/refusals.ts';

/** What the server of this repository declines to do; nothing where there is no server. */
export async function readRefusals(): Promise<Refusals> {
  if (!existsSync(FILE)) return {};
  const { REFUSALS } = (await import(pathToFileURL(resolve(FILE)).href)) as { REFUSALS: Refusals };
  return REFUSALS;
}
