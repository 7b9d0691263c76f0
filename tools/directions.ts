import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { findCircles } from './directions/circles.ts';
import { findFolderCycles } from './directions/folders.ts';
import { moduleOf, readModuleOrder, reasonBetween } from './directions/modules.ts';
import { readTree } from './files.ts';

/** One import that a room may not make. */
export interface Trespass {
  file: string;
  line: number;
  specifier: string;
  reason: string;
}

/** Room -> rooms of ours that it may import from, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  generated: [],
  domain: ['generated'],
  compiler: ['generated'],
  runtime: ['domain', 'generated'],
  ui: [],
  blocks: ['ui', 'runtime', 'domain', 'generated'],
  renderer: ['blocks', 'runtime', 'ui', 'domain', 'generated'],
  app: ['renderer', 'runtime', 'ui', 'generated'],
  server: ['domain', 'generated'],
  tools: ['compiler', 'generated'],
  'vite.config.ts': ['tools'],
};

/** Tools that start the shop, or a page of it, stand above the rooms. */
const STARTERS = [
  'tools/start.ts',
  'tools/dev.ts',
  'tools/dev/',
  'tools/bench.ts',
  'tools/bench/',
  'tools/catalogue/',
  'tools/explain.ts',
  'tools/explain/',
  'tools/report/shots.ts',
];

/** Room -> packages that must not enter it: the browser carries no compiler, and the runtime no view. */
const BANNED_PACKAGES: Record<string, RegExp> = {
  domain: /^(react|node:|ajv|yaml|jotai|ofetch)/,
  compiler: /^(react|node:|jotai|ofetch)/,
  runtime: /^(react|node:|ajv|yaml)/,
  ui: /^(node:|ajv|yaml|jotai|ofetch)/,
  blocks: /^(node:|ajv|yaml|ofetch)/,
  renderer: /^(node:|ajv|yaml|ofetch)/,
  /* Its server half writes streams. */
  app: /^(ajv|yaml|ofetch)/,
};

function roomOf(file: string): string {
  const parts = file.split('/');
  return (parts[0] === 'src' ? parts[1] : parts[0]) ?? '';
}

/** `src/blocks/<type>/…` -> `<type>`; undefined for what is shared by all block types. */
function blockOf(file: string): string | undefined {
  const parts = file.split('/');
  return parts[1] === 'blocks' && parts.length > 3 ? parts[2] : undefined;
}

/** Where a specifier leads inside the project; undefined for packages. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(file), specifier));
  if (!specifier.startsWith('#')) return undefined;
  return specifier.startsWith('#tools/') ? specifier.slice(1) : posix.join('src', specifier.slice(1));
}

function reasonAgainst(file: string, specifier: string, order: readonly string[]): string | undefined {
  const from = roomOf(file);
  const target = targetOf(file, specifier);
  if (target === undefined)
    return BANNED_PACKAGES[from]?.test(specifier) ? `${from} may not use this package` : undefined;
  const to = roomOf(target);
  const between = reasonBetween(file, target, order);
  if (between !== undefined) return between;
  if (from === to) {
    const [own, other] = [blockOf(file), blockOf(target)];
    return own !== undefined && other !== undefined && own !== other
      ? 'a block never imports another block'
      : undefined;
  }
  if (STARTERS.some((starter) => file.startsWith(starter))) return undefined;
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

/** What the imports of a project say of its house. */
export interface Directions {
  trespasses: Trespass[];
  rooms: number;
  modules: number;
  /** Imports between files of one module, and from one to another. */
  within: number;
  across: number;
  /** Pairs of modules that import each other. */
  mutual: number;
}

/** Lists the modules of the server in their order. */
const MODULE_LIST = 'src/server/modules/index.ts';

/** Reads the imports of `files` (path -> text), and all that go against the house rules. */
export function readDirections(files: ReadonlyMap<string, string>): Directions {
  const imports = new Map([...files].map(([file, text]) => [file, importsOf(file, text)]));
  const order = readModuleOrder(files.get(MODULE_LIST) ?? '');
  const trespasses: Trespass[] = [];
  for (const [file, found] of imports) {
    for (const { specifier, line } of found) {
      const reason = reasonAgainst(file, specifier, order);
      if (reason !== undefined) trespasses.push({ file, line, specifier, reason });
    }
  }
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
    trespasses: [...trespasses, ...circlesOf(imports), ...folders],
    rooms: new Set([...files.keys()].map(roomOf)).size,
    modules: order.length,
    within: between.filter(([from, to]) => from === to).length,
    across: between.filter(([from, to]) => from !== to).length,
    mutual: [...arrows].filter((arrow) => arrows.has(arrow.split(' ').toReversed().join(' '))).length / 2,
  };
}

/** A circle is told at the import that closes it. */
function circlesOf(imports: ReadonlyMap<string, readonly Import[]>): Trespass[] {
  const targets = [...imports].map(([file, found]) => {
    const inside = found.flatMap(({ specifier }) => targetOf(file, specifier) ?? []);
    return [file, inside.filter((target) => imports.has(target))] as const;
  });
  return findCircles(new Map(targets)).flatMap((circle) => {
    const [target = '', file = ''] = [circle.at(-1), circle.at(-2)];
    const closing = imports.get(file)?.find(({ specifier }) => targetOf(file, specifier) === target);
    return closing ? [{ file, ...closing, reason: `closes a circle: ${circle.join(' → ')}` }] : [];
  });
}

if (import.meta.main) {
  const files = new Map([
    ...(await readTree('src', ['.ts', '.tsx'])),
    ...(await readTree('tools', ['.ts', '.tsx'])),
  ]);
  const { trespasses, rooms, modules, within, across, mutual } = readDirections(files);
  for (const { file, line, specifier, reason } of trespasses)
    console.error(`${join(file)}:${line} ${specifier}: ${reason}`);
  console.log(
    `directions: ${files.size} files in ${rooms} rooms, ${trespasses.length} imports that may not be\n` +
      `modules: ${modules}, imports within ${within} and across ${across}, pairs that import each other ${mutual}`,
  );
  process.exitCode = trespasses.length > 0 ? 1 : 0;
}
