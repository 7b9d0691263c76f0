import { blocks as BLOCKS } from 'virtual:storewright/blocks';
import { createSite, type Rendered, type Site } from '#engine/app/site.tsx';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';
import type { BlockComponent } from '#engine/renderer/code.ts';

/** The moment of these tests, seconds. */
export const NOW = Date.parse('2026-11-05T12:00:00+08:00') / 1000;

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
  'config/api/base.yaml': `user.base: { get: /api/user/base, response: user, silent: true }
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

type Answers = Record<string, { code?: number; data?: unknown; after?: number }>;

export interface TestShop extends Site {
  /** Opens an address as a reader to whom the API answers so. */
  open(
    path: string,
    answers?: Answers,
    headers?: Record<string, string>,
  ): Promise<Rendered & { asked: string[]; errors: unknown[] }>;
}

/** A shop of these pages (YAML by file), with these block types beside the real ones. */
export async function shopOf(
  pages: Record<string, string>,
  blocks: Record<string, BlockComponent> = {},
): Promise<TestShop> {
  const schemas = [...(await loadProject('config'))].filter(([path]) => path.startsWith('schemas/'));
  const files = new Map([...schemas, ...Object.entries({ ...BASE, ...pages })]);
  const { registry, offenses } = compile(files);
  if (!registry) throw new Error(JSON.stringify(offenses, null, 2));
  const own = Object.entries(blocks).map(([type, block]) => [type, async () => ({ default: block })]);
  const site = createSite({
    registry,
    pages: registry.pages,
    shells: registry.shells,
    blocks: { ...BLOCKS, ...Object.fromEntries(own) },
    files: { registry: '', shop: '', pages: {}, shells: {} },
    commonTypes: [],
  });

  return {
    ...site,
    async open(path, answers = {}, headers = {}) {
      const asked: string[] = [];
      const errors: unknown[] = [];
      const rendered = await site.render(new Request(`http://shop.test${path}`, { headers }), {
        async fetch(request) {
          const { pathname, search } = new URL(request.url);
          asked.push(pathname + search);
          const { code = 200, data = null, after = 0 } = answers[pathname] ?? { code: 401 };
          await new Promise((resolve) => setTimeout(resolve, after));
          return Response.json({ code, message: code === 200 ? '' : `代码 ${code}`, data }, { status: code });
        },
        now: () => NOW,
        manifest: null,
        onError: (error) => errors.push(error),
      });
      return { ...rendered, asked, errors };
    },
  };
}

/** The answer of `user.base` for a reader of this role. */
export const reader = (role: 'member' | 'approved' | 'staff') => ({
  '/api/user/base': { data: { show: true, role } },
});

/** The text of the page without tags, one line per element. */
export const textOf = (html: string) =>
  html
    .replace(/^.*<main[^>]*>/s, '')
    .replace(/<\/main>.*$/s, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
