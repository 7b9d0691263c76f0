/** What tests the engine, packs it, and is shared by tests: all of it must work where there is no shop. */
const ALONE = /^(?:tests\/(?:engine|support|tools)|tools)\//;
/** Tools that run the shop's server. */
const OF_SERVER = /^tools\/server\//;

const OF_SHOP =
  /^(?:src\/(?:server|shop|generated)|tests\/(?:server|shop|config|e2e|vectors|documents)|tools\/server)\//;

/** Reads the config of this repository, by its name or by default: `loadProject('config')`, `loadProject()`, `'../../config/site.yaml'`. */
const CONFIG =
  /\b(?:loadProject|readProject|createProject|readConfig|listTree|readTree|cp)\(\s*(?:'config['/]|\))|'(?:\.\.\/)+(?:config|schemas\/shop)\//;

/** Must this file work where there is no shop? */
export const isAlone = (file: string): boolean => ALONE.test(file) && !OF_SERVER.test(file);

/** Why such a file may not import the other; undefined when it may. */
export const forbiddenAlone = (file: string, target: string): string | undefined =>
  isAlone(file) && OF_SHOP.test(target) ? 'the engine is tested and packed without a shop' : undefined;

/** Lines, from 1, on which such a test reads the config of this repository. */
export function configReads(file: string, text: string): number[] {
  if (!/^tests\/(?:engine|support)\//.test(file)) return [];
  return text.split('\n').flatMap((line, index) => (CONFIG.test(line) ? [index + 1] : []));
}
