import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import type { PageTables } from '#server/kernel/http/page-tables.ts';
import { ANONYMOUS, type Member, type Visitor } from '#server/kernel/http/visitor.ts';
import { createPageTables } from '#server/kernel/page-tables/page-tables.ts';
import { PARTS } from '#server/modules/index.ts';
import type { TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';
import { startOps } from '../../support/staff.ts';
import { START } from '../../support/store.ts';

const STAFF: Member = {
  role: 'staff',
  id: 1,
  companyId: 1,
  companyType: 1,
  scopes: [],
  level: 1,
  sessionId: '',
};

const source = { file: 'config/pages/ops/article.yaml', line: 1 };

const TABLE: PlacedBlock = {
  block: 'data-table',
  key: '0.0',
  props: {
    table: 'articles',
    label: '文章',
    rows: '$data.found.list',
    columns: [
      { label: '图片', kind: 'image', value: '$item.image' },
      { label: '标题', kind: 'text', value: '$item.title', detail: '编号 {$item.id}', detailLabel: '编号' },
      { label: '有编号', kind: 'number', value: '$item.id', show: { gt: ['$item.id', 102] } },
    ],
  },
  needs: ['found'],
  perItem: [],
  source,
};

describe('a table of a page, read whole', () => {
  let shop: TestApp;
  let tables: PageTables;
  beforeAll(async () => {
    shop = await startOps();
    tables = createPageTables(
      {
        ...(await shopRegistry()),
        pages: {
          ops_article_list: {
            data: {
              found: {
                call: 'ops-article.list',
                query: { page: '$query.page', keywords: '$query.keywords' },
                after: [],
              },
            },
            types: [],
            blocks: [{ ...TABLE, block: 'panel', props: {}, blocks: [TABLE] }],
            source,
          },
        },
      },
      PARTS.routes,
    );
  });
  afterAll(() => shop.close());

  const read = async (search: string, visitor: Visitor = STAFF) => {
    const { site } = await shopRegistry();
    const { db, uploads } = shop;
    const told: number[][] = [];
    const context = { db, uploads, site, visitor, now: START };
    const whole = await tables.read('articles', search, context, async (...progress) => {
      told.push(progress);
    });
    return { whole, told };
  };

  it('has every row that the filter finds, not those of one page, under the columns of the page', async () => {
    const { whole, told } = await read('page=2');
    const { db } = shop;
    const { all } = await db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow();
    if (typeof whole === 'string') throw new Error(whole);
    expect(all).toBeGreaterThan(20);
    expect(whole.sheet.rows).toHaveLength(all);
    expect(told.at(-1)).toEqual([all, all]);
    expect(whole.sheet.columns.map(({ header }) => header)).toEqual(['标题', '编号', '有编号']);
    const first = whole.sheet.rows.find(([title]) => title === '会员注册');
    expect(first).toEqual(['会员注册', '编号 101', '']);
    expect(whole.sheet.rows.find(([, id]) => id === '编号 103')?.[2]).toBe(103);
  });

  it('goes by the filters of the page, and says when they do not fit', async () => {
    const { whole } = await read('keywords=会员注册');
    if (typeof whole === 'string') throw new Error(whole);
    expect(whole.sheet.rows.map(([title]) => title)).toEqual(['会员注册']);
    expect((await read(`keywords=${'长'.repeat(100)}`)).whole).toContain('筛选');
  });

  it('is nobody’s who may not make the call of the page', async () => {
    expect((await read('', ANONYMOUS)).whole).toBe('没有这张表');
    expect(tables.label('articles', { ...STAFF, role: 'approved' })).toBeNull();
    expect([tables.label('articles', STAFF), tables.label('nothing', STAFF)]).toEqual(['文章', null]);
  });
});
