import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';
import type { Registry } from '#generated/schemas.ts';
import { readSheet } from '#server/kernel/sheets/read.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { workOff } from '../service/support.ts';

const FORMULA = '=HYPERLINK("http://evil.example","点我")';

describe('a table of the back office in a file', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    const { registry } = compile(await loadProject());
    if (registry === null) throw new Error('the config does not compile');
    shop = await startApp({ seed: makeShelf, parts: { registry: registry as Registry } });
    ops = await shop.as('ops');
    const named: [string, number][] = [
      [FORMULA, 12.5],
      ['阿莫西林，"胶囊"', 3],
    ];
    for (const [name, price] of named) {
      const id = await makeGoods(shop.db, { price, stock: 5 });
      await shop.db.updateTable('goods').set({ name }).where('id', '=', id).execute();
    }
  });
  afterAll(() => shop.close());

  /** Asks for the file, lets the task run, and loads it as its owner does. */
  async function fileOf(body: { format?: 'xlsx' | 'csv'; search?: string }) {
    const { data } = await ops.call('ops-export.table', { body: { table: 'ops_goods_list', ...body } });
    await workOff(shop);
    const { task } = (await ops.call('task.detail', { params: { id: data.task } })).data;
    const url = task.file ?? '';
    const headers = { cookie: `sid=${ops.cookie}` };
    const { rawPayload, headers: got } = await shop.app.inject({ url, headers });
    return {
      bytes: rawPayload,
      type: String(got['content-type']),
      disposition: String(got['content-disposition']),
    };
  }

  it('is CSV in UTF-8 with the mark that Excel needs, quoted, and none of its cells is a formula', async () => {
    const { bytes, type, disposition } = await fileOf({ format: 'csv' });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(type).toContain('text/csv');
    expect(decodeURIComponent(disposition)).toMatch(/attachment.*\.csv/);
    const [head, ...lines] = bytes.toString('utf8').slice(1).trim().split('\n');
    expect(head).toContain('商品,货号、规格与厂家,价格');
    expect(lines).toHaveLength(2);
    const text = lines.join('\n');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""点我"")"`);
    expect(text).toContain('"阿莫西林，""胶囊"""');
    expect(text).toContain(',12.5,');
  });

  it('has the same cells in both formats', async () => {
    const [csv, xlsx, unsaid] = [
      await fileOf({ format: 'csv' }),
      await fileOf({ format: 'xlsx' }),
      await fileOf({}),
    ];
    expect(await readSheet(csv.bytes)).toEqual(await readSheet(xlsx.bytes));
    expect(unsaid.type).toBe(xlsx.type);
  });

  it('goes by the filters of the page', async () => {
    const { bytes } = await fileOf({ format: 'csv', search: 'keywords=阿莫西林' });
    expect(bytes.toString('utf8')).not.toContain('HYPERLINK');
  });

  it('is of a known format', async () => {
    const body = { table: 'ops_goods_list', format: 'exe' } as never;
    expect((await ops.call('ops-export.table', { body })).status).toBe(422);
  });
});
