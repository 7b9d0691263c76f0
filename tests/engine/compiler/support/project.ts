import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Compilation, createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { SAMPLE_BLOCKS } from './sample-blocks.ts';
import { SAMPLE_ENTITIES } from './sample-entities.ts';

const SCHEMAS = new Map(
  readdirSync('schemas/engine', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

/** The smallest shop that has no offense; a test lays its own files over it. */
const BASE: Record<string, string> = {
  'config/site.yaml': `title: 试店
constants: {}
user: { call: user.base, visitor: { show: false, role: visitor } }
roles:
  member:
    label: 未认证的会员
    when: { eq: [$user.role, member] }
    page: /login
    notice: 登录后可见
    action: 登录查看价格
  approved: { when: { eq: [$user.role, approved] }, notice: 认证后可见, action: 查看审核进度 }
  staff: { when: { eq: [$user.role, staff] }, internal: true }
gated: approved
pages: { home: /, login: /login, notFound: /404, closed: /noActivity }
checks: { unused-call: off, unused-data: off, missing-title: off }
`,
  'config/errors.yaml': 'success: [200]\nrules: []\n',
  'config/ads.yaml': '{}\n',
  'config/api/base.yaml': `user.base: { get: /api/user/base, access: member, response: user }
goods.list:
  get: /api/goods/list
  query: { keywords: 'string?', page: { type: integer, default: 1 }, sort: { type: string, enum: [sales, price], optional: true } }
  response: goods-page
goods.detail: { get: '/api/goods/detail/{id}', params: { id: integer }, response: goods }
product.list: { get: /api/product/list, query: { keywords: 'string?', page: { type: integer, default: 1 } }, response: { page: product-card } }
product.detail: { get: '/api/product/detail/{id}', params: { id: integer }, response: product-card }
cart.total: { get: /api/cart/total, response: { total: integer } }
cart.add: { post: /api/cart, body: { id: integer, number: integer }, response: { ids: 'integer[]' } }
cart.list: { get: /api/cart/list, access: member, response: { total: integer } }
focus.show: { get: '/api/focus/{name}', response: 'ad[]' }
`,
  'config/pages/fixed.yaml': `name: fixed
children:
  - { name: index, path: /, blocks: [] }
  - { name: login, path: /login, blocks: [] }
  - { name: notFound, path: /404, blocks: [] }
  - { name: noActivity, path: /noActivity, blocks: [] }
  - { name: goods, path: '/goods/:id', alias: ['/item/:id'], blocks: [] }
`,
};

/** One compiler for all tests of a file, so that the schemas are read once. */
const compile = createCompiler();

export interface Checked extends Compilation {
  files: ReadonlyMap<string, string>;
}

/** Compiles the given files on top of a minimal shop and the engine's schemas, without touching the disk. */
export function checkProject(files: Record<string, string> = {}): Checked {
  const all = projectFiles(files);
  return { ...compile(all), files: all };
}

/** The files that `checkProject` compiles, for tests that drive the compiler themselves. */
export function projectFiles(files: Record<string, string> = {}): Map<string, string> {
  return new Map([
    ...SCHEMAS,
    ...SAMPLE_ENTITIES,
    ...SAMPLE_BLOCKS,
    ...Object.entries(BASE),
    ...Object.entries(files),
  ]);
}

/** One page at `/sample` with these lines of YAML below its name and path. */
export function page(lines: string): Record<string, string> {
  return { 'config/pages/sample.yaml': `name: sample\npath: /sample\n${lines}\n` };
}

interface Expected {
  /** The text that is underlined, as it stands in the file. */
  at: string;
  /** The file, where several have it. */
  file?: string;
  message?: RegExp;
  hint?: RegExp;
  /** What the automatic fix writes in its place. */
  fix?: string;
}

/** Exactly one offense with this code stands at this text. */
export function expectOffense(
  checked: Checked,
  code: string,
  { at, file, message, hint, fix }: Expected,
): Offense {
  const reported = checked.offenses.map(
    (offense) => `${offense.code} at ‹${underlined(offense, checked)}› ${offense.message.zh}`,
  );
  const matching = checked.offenses.filter(
    (offense) =>
      offense.code === code &&
      underlined(offense, checked) === at &&
      (file === undefined || offense.file === file),
  );
  expect(matching, `one ${code} at ‹${at}› among:\n${reported.join('\n')}`).toHaveLength(1);
  const [offense] = matching;
  if (offense === undefined) throw new Error('unreachable: the length was one');
  if (message !== undefined) expect(offense.message.zh).toMatch(message);
  if (hint !== undefined) expect(offense.hint.zh).toMatch(hint);
  if (fix !== undefined) expect(offense.fix?.text).toBe(fix);
  return offense;
}

/** Nothing to complain of. */
export function expectClean(checked: Checked): void {
  const reported = checked.offenses.map(
    (offense) => `${offense.file} ${offense.code} ‹${underlined(offense, checked)}› ${offense.message.zh}`,
  );
  expect(reported).toEqual([]);
}

function underlined({ file, line, column, endLine, endColumn }: Offense, { files }: Checked): string {
  const text = files.get(file) ?? '';
  const lines = text.split('\n');
  const offset = (row: number, col: number) =>
    lines.slice(0, row - 1).reduce((sum, one) => sum + one.length + 1, 0) + col - 1;
  return text.slice(offset(line, column), offset(endLine, endColumn));
}
