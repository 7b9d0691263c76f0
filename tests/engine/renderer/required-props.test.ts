import { describe, expect, it } from 'vitest';
import { BASE } from '../../support/base-shop.ts';
import { BLOCK_SCHEMAS } from '../../support/block-schemas.ts';
import { shopOf } from './shop.ts';

interface BlockSchema {
  required?: string[];
  container?: boolean;
  openable?: boolean;
  else?: { required?: string[] };
  examples: Record<string, unknown>[];
}

const SCHEMAS = BLOCK_SCHEMAS.map(({ type, schema }): [string, BlockSchema] => [type, schema as BlockSchema]);

/** The reader is named, as a visitor: some blocks are for certain readers. */
const META = { header: false, footer: false, toolbar: false };
const VISITOR = { show: false, role: 'visitor' };
const nameOf = (type: string) => `one_${type.replaceAll('-', '_')}`;

/** A page with the block and nothing but what its schema asks for, as the first example has it. */
function pageOf(type: string, { required = [], container, else: other, examples }: BlockSchema) {
  const wanted = [...required, ...(other?.required ?? [])];
  const props = Object.fromEntries(wanted.map((name) => [name, examples[0]?.[name]]));
  const inner = container ? { blocks: [{ block: 'text', text: '里面' }] } : {};
  const block = { block: type, ...props, ...inner };
  return JSON.stringify({ name: nameOf(type), path: `/one/${type}`, meta: META, blocks: [block] });
}

/** A dialog shows nothing until it is opened, and an outlet shows the pages inside a page: none here. */
const shown = SCHEMAS.filter(([type, { openable }]) => type !== 'outlet' && openable !== true);

describe('a block with only what its schema requires', async () => {
  const off = ['dead-link', 'gated-field', 'event-unhandled'].map((code) => `${code}: off`).join(', ');
  const site = (BASE['config/site.yaml'] ?? '').replace('unused-call: off', `unused-call: off, ${off}`);
  const pages = shown.map(([type, schema]) => [`config/pages/${nameOf(type)}.yaml`, pageOf(type, schema)]);
  const shop = await shopOf({ 'config/site.yaml': site, ...Object.fromEntries(pages) });

  it.each(shown.map(([type]) => type))('shows something: %s', async (type) => {
    const { html, errors } = await shop.open(`/one/${type}`, { '/api/user/base': { data: VISITOR } });
    expect(errors).toEqual([]);
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
    expect(main.replaceAll(/<(?!img|svg|canvas)[^>]*>/g, '').trim()).not.toBe('');
  });
});
