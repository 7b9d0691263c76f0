import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';
import type { Registry } from '#engine/generated/schemas.ts';

/** The smallest shop that has no offense; a test adds pages to it. */
export const BASE: Record<string, string> = {
  'config/site.yaml': `title: 试店
api: { serverRenderTimeout: 100 }
user: { call: user.base, visitor: { show: false, role: visitor } }
roles:
  member:
    label: 未认证的会员
    when: { eq: [$user.role, member] }
    page: /login
    notice: 登录后可见
    action: 登录查看价格
    preview: { account: newbie, user: { show: true, role: member } }
  approved: { page: /review, when: { eq: [$user.role, approved] }, notice: 认证后可见, action: 查看审核进度, preview: { user: { show: true, role: approved } } }
  staff: { when: { eq: [$user.role, staff] }, internal: true, preview: { user: { show: true, role: staff } } }
gated: approved
pages: { home: /, login: /login, notFound: /404, closed: /closed }
checks: { unused-call: off, unused-slot: off, data-access: off, path-shadowed: off }
`,
  'config/errors.yaml': 'success: [200]\nrules:\n  - { on: [401], show: none, go: /login }\n',
  'config/ads.yaml': '{}\n',
  'config/api/base.yaml': `user.base: { get: /api/user/base, response: { show: boolean, role: string }, silent: true }
notes.list:
  get: /api/notes
  query: { page: { type: integer, default: 1 } }
  response: { list: { list: true, fields: { id: integer, name: string, hot: boolean } }, total: integer }
  silent: true
notes.slow: { get: /api/slow, response: { name: string }, silent: true }
`,
  'config/pages/fixed.yaml': `name: fixed
children:
  - { name: index, path: /, title: 首页, blocks: [{ block: text, text: 欢迎, level: title }] }
  - { name: login, path: /login, title: 登录, blocks: [{ block: text, text: 请登录 }] }
  - { name: notfound, path: /404, title: 找不到, blocks: [{ block: text, text: 没有这一页 }] }
  - { name: closed, path: /closed, title: 未开放, blocks: [{ block: text, text: 没有开放 }] }
  - { name: review, path: /review, title: 审核进度, blocks: [{ block: text, text: 等待审核 }] }
meta: { header: false, footer: false, toolbar: false }
`,
};

/** The smallest shop with these files (YAML by path) in it, compiled. Throws where they have an offense. */
export async function compileShop(files: Readonly<Record<string, string>>): Promise<Registry> {
  const schemas = await readSchemaFiles();
  const { registry, offenses } = compile(new Map([...schemas, ...Object.entries({ ...BASE, ...files })]));
  if (!registry) throw new Error(JSON.stringify(offenses, null, 2));
  return registry;
}
