import { blocks as BLOCKS } from 'virtual:storewright/blocks';
import { createSite, type Host, type Rendered, type Site } from '#engine/app/site.tsx';
import type { BlockComponent } from '#engine/renderer/code.ts';
import { answerByFetch } from '#engine/runtime/in-process.ts';
import { compileShop } from '../../support/base-shop.ts';

/** The moment of these tests, seconds. */
export const NOW = Date.parse('2026-11-05T12:00:00+08:00') / 1000;

type Answers = Record<string, { code?: number; data?: unknown; after?: number }>;

export interface TestShop extends Site {
  /** Opens an address as a reader to whom the API answers so. */
  open(
    path: string,
    answers?: Answers,
    headers?: Record<string, string>,
  ): Promise<Omit<Rendered, 'html'> & { html: string; requests: string[]; errors: unknown[] }>;
}

/**
 * A shop of these pages (YAML by file), with these block types beside the real ones.
 * @param manifest of the client build; null: a shop that is being developed
 */
export async function shopOf(
  pages: Record<string, string>,
  blocks: Record<string, BlockComponent> = {},
  manifest: Host['manifest'] = null,
): Promise<TestShop> {
  const registry = await compileShop(pages);
  const own = Object.entries(blocks).map(([type, block]) => [type, async () => ({ default: block })]);
  const site = createSite({
    registry,
    pages: registry.pages,
    shells: registry.shells,
    blocks: { ...BLOCKS, ...Object.fromEntries(own) },
    files: { registry: '', shop: '', pages: {} },
    commonTypes: [],
  });

  return {
    ...site,
    async open(path, answers = {}, headers = {}) {
      const requests: string[] = [];
      const errors: unknown[] = [];
      const rendered = await site.render(new Request(`http://shop.test${path}`, { headers }), {
        answer: answerByFetch(async (request) => {
          const { pathname, search } = new URL(request.url);
          requests.push(pathname + search);
          const { code = 200, data = null, after = 0 } = answers[pathname] ?? { code: 401 };
          await new Promise((resolve) => setTimeout(resolve, after));
          return Response.json({ code, message: code === 200 ? '' : `代码 ${code}`, data }, { status: code });
        }),
        now: () => NOW,
        manifest,
        onError: (error) => errors.push(error),
      });
      return { ...rendered, html: rendered.html.toString(), requests, errors };
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
