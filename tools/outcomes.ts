import { dirname, posix } from 'node:path';
import { parseSync } from 'vite';

/** What the handler of a call may answer: success codes, and names of refusals. */
export interface Outcome {
  codes: number[];
  refusals: string[];
}

type Node = Record<string, unknown>;

/** One top-level name of a module: what it mentions of its module's names, and which refusals it names itself. */
interface Declared {
  mentions: Set<string>;
  refusals: Set<string>;
}

interface Module {
  declared: Map<string, Declared>;
  /** Name in this module, imported or exported again -> where it is from. */
  from: Map<string, { file: string; name: string }>;
  /** Call -> its handler. */
  handlers: Map<string, Declared>;
  /** Name of a port -> what is added to it here: `onPaid.add(handler)`. */
  added: Map<string, Declared[]>;
}

const ANSWERS = 'src/server/kernel/result/answer.ts';
/** The makers of a success -> its code. */
const CODES: Readonly<Record<string, number>> = { ok: 200, made: 201 };

/**
 * Reads from the server's source what each call may answer: every `refuse('…')` that its handler reaches, by name, over
 * all modules. A name that is mentioned counts as used, so that the list may be longer than the truth, never shorter
 * where functions are called by their names.
 * @param files the server's modules, path -> text
 */
export function findOutcomes(files: ReadonlyMap<string, string>): Map<string, Outcome> {
  const modules = new Map([...files].map(([file, text]) => [file, readModule(file, text)]));
  const additions = additionsOf(modules);
  const found = [...modules].flatMap(([file, { handlers }]) =>
    [...handlers].map(([call, handler]) => [call, reach(modules, additions, file, handler)] as const),
  );
  return new Map(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The module that the server imports. */
export function outcomesText(outcomes: ReadonlyMap<string, Outcome>): string {
  const rows = [...outcomes].map(
    ([call, { codes, refusals }]) => `  '${call}': ${JSON.stringify({ codes, refusals })},`,
  );
  return `/* Written by \`npm run generate\` from src/server. Do not edit. */

/** What each call's handler may answer: success codes, and names of src/server/kernel/result/refusals.ts. */
export const OUTCOMES = {
${rows.join('\n')}
} as const;
`;
}

/** Where a name of a module is declared, through every module that exports it again. */
function originOf(modules: ReadonlyMap<string, Module>, file: string, name: string): string {
  const from = modules.get(file)?.from.get(name);
  return from ? originOf(modules, from.file, from.name) : `${file}#${name}`;
}

/** Where a port is declared -> what every module adds to it. */
function additionsOf(modules: ReadonlyMap<string, Module>): Additions {
  const additions: Additions = new Map();
  for (const [file, { added }] of modules) {
    for (const [name, found] of added) {
      const port = originOf(modules, file, name);
      const known = additions.get(port) ?? [];
      additions.set(port, [...known, ...found.map((declared) => ({ file, declared }))]);
    }
  }
  return additions;
}

type Additions = Map<string, { file: string; declared: Declared }[]>;

function reach(
  modules: ReadonlyMap<string, Module>,
  additions: Additions,
  start: string,
  handler: Declared,
): Outcome {
  const codes = new Set<number>();
  const refusals = new Set<string>();
  const seen = new Set<string>();
  const enter = (file: string, { mentions, refusals: named }: Declared) => {
    for (const name of named) refusals.add(name);
    for (const name of mentions) visit(file, name);
  };
  const visit = (file: string, name: string) => {
    const key = `${file}#${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    const module = modules.get(file);
    const origin = module?.from.get(name);
    if (origin) visit(origin.file, origin.name);
    const code = file === ANSWERS ? CODES[name] : undefined;
    if (code !== undefined) codes.add(code);
    const own = module?.declared.get(name);
    if (own) enter(file, own);
    for (const { file: where, declared } of additions.get(key) ?? []) enter(where, declared);
  };
  enter(start, handler);
  return { codes: [...codes].sort((a, b) => a - b), refusals: [...refusals].sort() };
}

function readModule(file: string, text: string): Module {
  const module: Module = { declared: new Map(), from: new Map(), handlers: new Map(), added: new Map() };
  const { program } = parseSync(file, text);
  for (const statement of program.body as unknown as Node[]) readStatement(module, file, statement);
  readAdditions(module, program.body);
  return module;
}

function readStatement(module: Module, file: string, statement: Node): void {
  const { type, declaration, source, specifiers } = statement;
  if (Array.isArray(specifiers)) readSpecifiers(module, file, specifiers as Node[], source as Node | null);
  const own = (type === 'ExportNamedDeclaration' ? declaration : statement) as Node | null;
  if (type === 'ExportDefaultDeclaration') readHandlers(module, declaration as Node);
  else if (own?.['type'] === 'VariableDeclaration')
    for (const one of own['declarations'] as Node[])
      for (const name of mentionsOf(one['id'])) module.declared.set(name, read(one['init']));
  else if (own && typeof own['id'] === 'object') {
    const id = own['id'] as Node | null;
    if (id) module.declared.set(String(id['name']), read(own));
  }
}

function readSpecifiers(
  module: Module,
  file: string,
  specifiers: readonly Node[],
  source: Node | null,
): void {
  const target = source && targetOf(file, String(source['value']));
  if (!target) return;
  for (const { local, imported, exported } of specifiers as Record<string, Node | undefined>[]) {
    const name = String((imported ?? local)?.['name']);
    module.from.set(String((exported ?? local)?.['name']), { file: target, name });
  }
}

/** `defineRoutes({ 'cart.add': handler })` */
function readHandlers(module: Module, declaration: Node): void {
  const [table] = (declaration['arguments'] ?? []) as Node[];
  for (const { key, value } of (table?.['properties'] ?? []) as Record<string, Node>[]) {
    const name = key?.['value'];
    if (typeof name === 'string') module.handlers.set(name, read(value));
  }
}

/** `port.add(handler)`, wherever it stands. */
function readAdditions(module: Module, node: unknown): void {
  if (Array.isArray(node)) for (const one of node) readAdditions(module, one);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type, callee, arguments: values } = node as Node;
  const { object, property } = (callee ?? {}) as Record<string, Node | undefined>;
  if (type === 'CallExpression' && property?.['name'] === 'add' && object?.['type'] === 'Identifier') {
    const name = String(object['name']);
    module.added.set(name, [...(module.added.get(name) ?? []), read(values)]);
  }
  for (const inner of Object.values(node)) readAdditions(module, inner);
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  return specifier.startsWith('#') ? posix.join('src', specifier.slice(1)) : undefined;
}

function mentionsOf(node: unknown): Set<string> {
  return read(node).mentions;
}

/** Every name that a piece of code mentions as a value, and every refusal that it names. */
function read(root: unknown): Declared {
  const found: Declared = { mentions: new Set(), refusals: new Set() };
  walk(root, found);
  return found;
}

/** What of a node is no value: types, and names of members. */
function skips(node: Node, key: string): boolean {
  if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') return true;
  return (key === 'property' || key === 'key') && node['computed'] !== true;
}

function walk(node: unknown, found: Declared): void {
  if (Array.isArray(node)) for (const one of node) walk(one, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const own = node as Node;
  if (own['type'] === 'Identifier') found.mentions.add(String(own['name']));
  for (const refusal of refusalsOf(own)) found.refusals.add(refusal);
  for (const [key, value] of Object.entries(own)) if (!skips(own, key)) walk(value, found);
}

/** `refuse('notFound')` -> `notFound`; both of `refuse(late ? 'gone' : 'conflict')`. */
function refusalsOf({ type, callee, arguments: values }: Node): string[] {
  if (type !== 'CallExpression' || (callee as Node)['name'] !== 'refuse') return [];
  return textsOf((values as Node[])[0]);
}

function textsOf(node: Node | undefined): string[] {
  if (node?.['type'] === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => textsOf(one as Node));
  const text = node?.['value'];
  return typeof text === 'string' ? [text] : [];
}
