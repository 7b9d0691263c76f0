import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { findCircles } from './circles.ts';
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

function reasonAgainst(file: string, specifier: string): string | undefined {
  const from = roomOf(file);
  const target = targetOf(file, specifier);
  if (target === undefined)
    return BANNED_PACKAGES[from]?.test(specifier) ? `${from} may not use this package` : undefined;
  const to = roomOf(target);
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

/** All imports that go against the house rules, over `files` (path -> text). */
export function findTrespasses(files: ReadonlyMap<string, string>): Trespass[] {
  const imports = new Map([...files].map(([file, text]) => [file, importsOf(file, text)]));
  const trespasses: Trespass[] = [];
  for (const [file, found] of imports) {
    for (const { specifier, line } of found) {
      const reason = reasonAgainst(file, specifier);
      if (reason !== undefined) trespasses.push({ file, line, specifier, reason });
    }
  }
  return [...trespasses, ...circlesOf(imports)];
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
  const trespasses = findTrespasses(files);
  for (const { file, line, specifier, reason } of trespasses)
    console.error(`${join(file)}:${line} ${specifier}: ${reason}`);
  console.log(`directions: ${files.size} files, ${trespasses.length} trespasses`);
  process.exitCode = trespasses.length > 0 ? 1 : 0;
}
