import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { readTree } from '#engine/cli/files.ts';
import { findCycles } from './directions/cycles.ts';
import { configReads, forbiddenAlone, isAlone } from './directions/engine-alone.ts';
import { findFolderCycles } from './directions/folders.ts';
import { forbiddenBetween, isPastDoor, moduleOf, readModuleOrder } from './directions/modules.ts';

/** One import that a room may not make. */
export interface ForbiddenImport {
  file: string;
  line: number;
  specifier: string;
  reason: string;
}

/** The rooms of the engine in their order; a later one may know an earlier one where `MAY_IMPORT` says so. */
const ENGINE = ['compiler', 'runtime', 'ui', 'blocks', 'renderer', 'app', 'host', 'studio', 'cli'] as const;

/** Room -> rooms of ours that it may import from, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'engine/generated': [],
  'engine/compiler': ['engine/generated'],
  'engine/runtime': ['engine/generated'],
  'engine/ui': [],
  'engine/blocks': ['engine/generated', 'engine/runtime', 'engine/ui'],
  'engine/renderer': ['engine/generated', 'engine/runtime', 'engine/ui', 'engine/blocks'],
  'engine/app': ['engine/generated', 'engine/runtime', 'engine/ui', 'engine/renderer'],
  'engine/host': ['engine/generated', 'engine/runtime'],
  'engine/studio': [
    'engine/generated',
    'engine/compiler',
    'engine/runtime',
    'engine/ui',
    'engine/renderer',
    'engine/app',
  ],
  'engine/cli': ['engine/generated', ...ENGINE.map((room) => `engine/${room}`)],
  generated: ['engine/generated'],
  'shop/domain': ['engine/runtime', 'generated'],
  'shop/blocks': ['engine/blocks', 'engine/runtime', 'engine/ui', 'shop/domain', 'generated'],
  server: ['engine/generated', 'engine/runtime', 'engine/host', 'shop/domain', 'generated'],
};

/** Room -> packages that must not enter it: the browser carries no compiler, and the runtime no view. */
const BANNED_PACKAGES: Record<string, RegExp> = {
  'engine/compiler': /^(react|node:|jotai|ofetch)/,
  'engine/runtime': /^(react|node:|ajv|yaml)/,
  'engine/ui': /^(node:|ajv|yaml|jotai|ofetch)/,
  'engine/blocks': /^(node:|ajv|yaml|ofetch)/,
  'engine/renderer': /^(node:|ajv|yaml|ofetch)/,
  /* Its server half writes streams. */
  'engine/app': /^(ajv|yaml|ofetch)/,
  'engine/host': /^(react|ajv|yaml|jotai|kysely|pg)/,
  'engine/studio': /^(kysely|pg|ajv|ofetch)/,
  'engine/cli': /^(kysely|pg)/,
  'shop/domain': /^(react|node:|ajv|yaml|jotai|ofetch)/,
  'shop/blocks': /^(node:|ajv|yaml|ofetch)/,
};

/** `src/engine/ui/…` -> `engine/ui`, `src/server/…` -> `server`, `tools/…` -> `tools`. */
function roomOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/');
  if (first !== 'src') return first;
  return second === 'engine' || second === 'shop' ? `${second}/${third}` : second;
}

/** `src/engine/blocks/<type>/…` -> `<type>`; undefined for what is shared by all block types. */
function blockOf(file: string): string | undefined {
  return /^src\/(?:engine|shop)\/blocks\/([^/]+)\//.exec(file)?.[1];
}

/** Where a specifier leads inside the project; undefined for packages. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(file), specifier));
  if (!specifier.startsWith('#')) return undefined;
  return /^#(?:tools|tests)\//.test(specifier) ? specifier.slice(1) : posix.join('src', specifier.slice(1));
}

function whyForbidden(file: string, specifier: string, order: readonly string[]): string | undefined {
  const from = roomOf(file);
  const target = targetOf(file, specifier);
  if (target !== undefined && isAlone(file)) return forbiddenAlone(file, target);
  if (target === undefined)
    return BANNED_PACKAGES[from]?.test(specifier) ? `${from} may not use this package` : undefined;
  const to = roomOf(target);
  const between = forbiddenBetween(file, target, order);
  if (between !== undefined) return between;
  const [own, other] = [blockOf(file), blockOf(target)];
  if (own !== undefined && other !== undefined && own !== other) return 'a block never imports another block';
  /* Tools start and check everything: they may import from all rooms. */
  if (from === to || from === 'tools') return undefined;
  return MAY_IMPORT[from]?.includes(to) ? undefined : `${from} may not import from ${to}`;
}

interface Import {
  specifier: string;
  /** From 1. */
  line: number;
}

/** Every import, re-export and literal `import()` of a module, with its line. */
function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text);
  const found = [
    ...module.staticImports.map((item) => ({ specifier: item.moduleRequest.value, at: item.start })),
    ...module.staticExports.flatMap((item) =>
      item.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, at: item.start }] : [],
      ),
    ),
    ...module.dynamicImports.map((item) => ({
      specifier: text.slice(item.moduleRequest.start, item.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
      at: item.start,
    })),
  ];
  return found.map(({ specifier, at }) => ({ specifier, line: text.slice(0, at).split('\n').length }));
}

/** What was found in the imports of a project. */
export interface Directions {
  forbidden: ForbiddenImport[];
  rooms: number;
  modules: number;
  /** Imports between files of one module, and from one to another. */
  within: number;
  across: number;
  /** Pairs of modules that import each other. */
  mutual: number;
  folderCycles: number;
  /** Imports that enter a module otherwise than through its `index.ts`. */
  pastDoors: number;
}

/** Lists the modules of the server in their order. */
const MODULE_LIST = 'src/server/modules/index.ts';

/** Reads the imports of `files` (path -> text), and finds those that the rules of `CONTRIBUTING.md` forbid. */
export function readDirections(files: ReadonlyMap<string, string>): Directions {
  const imports = new Map([...files].map(([file, text]) => [file, importsOf(file, text)]));
  const order = readModuleOrder(files.get(MODULE_LIST) ?? '');
  const forbidden: ForbiddenImport[] = [];
  for (const [file, found] of imports) {
    for (const { specifier, line } of found) {
      const reason = whyForbidden(file, specifier, order);
      if (reason !== undefined) forbidden.push({ file, line, specifier, reason });
    }
  }
  const reads = [...files].flatMap(([file, text]) =>
    configReads(file, text).map((line) => ({
      file,
      line,
      specifier: 'config',
      reason: 'the engine is tested without a shop',
    })),
  );
  const pairs = [...imports].flatMap(([file, found]) =>
    found
      .flatMap(({ specifier }) => targetOf(file, specifier) ?? [])
      .filter((target) => imports.has(target))
      .map((target) => [file, target] as const),
  );
  const folders = findFolderCycles(pairs).map(({ within, names }) => ({
    file: within,
    line: 1,
    specifier: names[1] ?? '',
    reason: `folders import each other: ${names.join(' → ')}`,
  }));
  const between = pairs.flatMap(([file, target]) => {
    const [from, to] = [moduleOf(file), moduleOf(target)];
    return from !== undefined && to !== undefined ? [[from, to] as const] : [];
  });
  const arrows = new Set(between.filter(([from, to]) => from !== to).map((pair) => pair.join(' ')));
  return {
    forbidden: [...forbidden, ...reads, ...cyclesOf(imports), ...folders],
    rooms: new Set([...files.keys()].map(roomOf)).size,
    modules: order.length,
    within: between.filter(([from, to]) => from === to).length,
    across: between.filter(([from, to]) => from !== to).length,
    mutual: [...arrows].filter((arrow) => arrows.has(arrow.split(' ').toReversed().join(' '))).length / 2,
    folderCycles: folders.length,
    pastDoors: pairs.filter(([file, target]) => !file.startsWith('tools/') && isPastDoor(file, target))
      .length,
  };
}

/** A cycle is reported at the import that closes it. */
function cyclesOf(imports: ReadonlyMap<string, readonly Import[]>): ForbiddenImport[] {
  const targets = [...imports].map(([file, found]) => {
    const inside = found.flatMap(({ specifier }) => targetOf(file, specifier) ?? []);
    return [file, inside.filter((target) => imports.has(target))] as const;
  });
  return findCycles(new Map(targets)).flatMap((cycle) => {
    const [target = '', file = ''] = [cycle.at(-1), cycle.at(-2)];
    const closing = imports.get(file)?.find(({ specifier }) => targetOf(file, specifier) === target);
    return closing ? [{ file, ...closing, reason: `closes a cycle: ${cycle.join(' → ')}` }] : [];
  });
}

if (import.meta.main) {
  const files = new Map([
    ...(await readTree('src', ['.ts', '.tsx'])),
    ...(await readTree('tools', ['.ts', '.tsx'])),
    ...[...(await readTree('tests', ['.ts', '.tsx']))].filter(([file]) => isAlone(file)),
  ]);
  const { forbidden, rooms, modules, within, across, mutual, folderCycles, pastDoors } =
    readDirections(files);
  for (const { file, line, specifier, reason } of forbidden)
    console.error(`${join(file)}:${line} ${specifier}: ${reason}`);
  console.log(
    `directions: ${files.size} files in ${rooms} rooms, ${forbidden.length} imports that may not be\n` +
      `modules: ${modules}, imports within ${within} and across ${across}, pairs that import each other ${mutual}\n` +
      `folder cycles ${folderCycles}, imports past a door ${pastDoors}`,
  );
  process.exitCode = forbidden.length > 0 ? 1 : 0;
}
