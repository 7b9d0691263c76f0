import { describe, expect, it } from 'vitest';
import { publicPages } from '#engine/cli/vite-plugin/browser-files.ts';
import { type Changes, changesBetween } from '#engine/cli/vite-plugin/changes.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { variedShop } from '../../support/varied-shop.ts';

const shop = await variedShop();
const compile = createCompiler();

function registryWith(files: Record<string, string>): Registry {
  const { registry, offenses } = compile(new Map([...shop, ...Object.entries(files)]));
  if (!registry) throw new Error(JSON.stringify(offenses[0]));
  return registry;
}

/** A registry of which no object is one of another registry. */
const anew = (registry: Registry): Registry => structuredClone(registry);

function changes(before: Record<string, string>, after: Record<string, string>): Changes {
  const [old, renewed] = [registryWith(before), registryWith(after)];
  const found = changesBetween(old, renewed);
  expect(found).toEqual(changesBetween(anew(old), anew(renewed)));
  return found;
}

const PAGE = 'config/pages/sample.yaml';
const sample = (text: string, title = '一') =>
  `name: sample\npath: /sample\ntitle: ${title}\ndata: { list: { call: sample.list } }\nblocks: [{ block: text, text: '${text} {$data.list.total}' }]\n`;
const API = 'config/api/sample.yaml';
const call = (path: string) => `sample.list: { get: ${path}, response: { total: integer } }\n`;
const base = { [PAGE]: sample('一'), [API]: call('/api/sample') };

describe('what an open page learns of a save', () => {
  it('is the page that was saved, and nothing else', () => {
    const { registry, pages, shells } = changes(base, { ...base, [PAGE]: sample('二') });
    expect([registry, Object.keys(pages), shells]).toEqual([undefined, ['sample'], {}]);
    expect(JSON.stringify(pages['sample'])).toContain('二');
  });

  it('is every page that makes a call, when the call has changed', () => {
    const { pages } = changes(base, { ...base, [API]: call('/api/other') });
    expect(Object.keys(pages)).toEqual(['sample']);
    expect(pages['sample']?.calls['sample.list']?.path).toBe('/api/other');
  });

  it('is a page that is new, with the routes', () => {
    const more = 'name: more\npath: /more\ntitle: 三\nblocks: []\n';
    const { registry, pages } = changes(base, { ...base, 'config/pages/more.yaml': more });
    expect(Object.keys(pages)).toEqual(['more']);
    expect(JSON.stringify(registry?.routes)).toContain('/more');
  });

  it('is nothing where nothing was said otherwise', () => {
    expect(changes(base, { ...base, [PAGE]: `${sample('一')}# 二\n` })).toEqual({
      pages: {},
      shells: {},
    });
  });

  it('is a title with the routes alone', () => {
    const { registry, pages } = changes(base, { ...base, [PAGE]: sample('一', '二') });
    expect(JSON.stringify(registry?.routes)).toContain('二');
    expect(pages).toEqual({});
    expect(Object.keys(publicPages(registryWith(base)))).toContain('sample');
  });
});
