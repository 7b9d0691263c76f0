import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import type { PageTree } from '#engine/runtime/page-address.ts';
import { bindPages, pageLink } from '#server/kernel/pages/page-link.ts';
import '#server/modules/index.ts';
import { bindShopPages, shopPages } from '../../support/pages.ts';

/** The first steps of all addresses of all pages: `/order/info/:id` -> `order`. */
function firstSteps(pages: readonly PageTree[]): string[] {
  return pages.flatMap(({ path, alias = [], children = [] }) => [
    ...[path ?? '', ...alias].map((address) => address.split('/')[1] ?? '').filter((step) => step !== ''),
    ...firstSteps(children),
  ]);
}

/** Every text of a module that is a value, with `…` where something is put in. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, quasis } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration' || type === 'ExportNamedDeclaration') {
      walk((node as Record<string, unknown>)['declaration']);
      return;
    }
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral')
      texts.push((quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…'));
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, source).program.body);
  return texts;
}

describe('links of the server to pages', () => {
  beforeAll(bindShopPages);
  afterAll(bindShopPages);

  it('name the page, and the config says where it is', () => {
    expect(pageLink('order_wddd_info')({ id: 7 })).toBe('/order/info/7');
    expect(pageLink('ops_order_list')({ slip: 1 })).toBe('/ops/order?slip=1');
    expect(pageLink('index')()).toBe('/');
  });

  it('follow a page that moves', async () => {
    const moved = ({ children = [], ...page }: PageTree): PageTree => ({
      ...page,
      ...(page.name === 'login' && { path: '/sign-in' }),
      children: children.map(moved),
    });
    bindPages((await shopPages()).map(moved));
    expect(pageLink('login')({ error: 'wechat' })).toBe('/sign-in?error=wechat');
  });

  it('keep a server from starting whose shop lacks such a page', async () => {
    const without = ({ children = [], ...page }: PageTree): PageTree => ({
      ...page,
      children: children.filter(({ name }) => name !== 'order_wddd_info').map(without),
    });
    const pages = await shopPages();
    expect(() => bindPages(pages.map(without))).toThrow('order_wddd_info');
  });

  it('are the only way: no address of a page stands in the code', async () => {
    const steps = [...new Set(firstSteps(await shopPages()))];
    expect(steps).toContain('order');
    const address = new RegExp(String.raw`(?:^|[^\w./…-])/(?:${steps.join('|')})(?=[/?#…]|$)`, 'u');
    /* Migrations read what earlier versions stored; they never change. */
    const sources = [...(await readTree('src/server', ['.ts']))].filter(
      ([file]) => !file.startsWith('src/server/migrations/'),
    );
    const found = sources.flatMap(([file, source]) =>
      textsOf(file, source).flatMap((text) => (address.test(text) ? [`${file}: ${text}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
