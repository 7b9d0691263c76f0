import { describe, expect, it, onTestFinished } from 'vitest';
import { storeFile } from '#server/kernel/files/store.ts';
import { removeUnused } from '#server/kernel/files/unused.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { startOps } from '../../support/staff.ts';

describe('files that were sent and never used', () => {
  it('go after a week, with their bytes; what is shown, chosen from or young stays', async () => {
    const shop = await startOps();
    onTestFinished(() => shop.close());
    const { db, uploads, clock } = shop;
    const { id: memberId, company_id: companyId } = await db
      .selectFrom('members')
      .select(['id', 'company_id'])
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow();

    await makeShelf(db);
    const goodsId = await makeGoods(db, { price: 1, stock: 1 });
    const keep = (kind: string, age: number) =>
      storeFile(
        db,
        uploads,
        {
          kind,
          isPublic: true,
          owner: { memberId, companyId },
          name: `${kind}.png`,
          type: 'image/png',
          bytes: new Uint8Array([1]),
        },
        clock.now - age,
      );
    const forgotten = await keep('feedback', 8 * DAY);
    const young = await keep('feedback', 6 * DAY);
    const shelved = await keep('ad', 400 * DAY);
    const inText = await keep('article', 8 * DAY);
    const listed = await keep('certificate', 8 * DAY);
    const pointed = await keep('export', 8 * DAY);
    await db
      .updateTable('articles')
      .set({ body: `![图](/api/upload/${inText})` })
      .where('id', '=', 101)
      .execute();
    await db
      .insertInto('certificates')
      .values({
        company_id: companyId,
        kind: 'business',
        number: 'A1',
        issuer: '局',
        issued: '2026-01-01',
        expires: null,
        files: [listed],
        state: 'pending',
        submitted_at: clock.now,
      })
      .execute();
    await db
      .insertInto('batch_reports')
      .values({ goods_id: goodsId, batch_number: 'B1', upload_id: pointed, created_at: clock.now })
      .execute();

    await removeUnused(db, uploads, { now: clock.now, widths: [] });
    const left = await db.selectFrom('uploads').select('id').execute();
    const ids = left.map(({ id }) => id);
    expect(ids).not.toContain(forgotten);
    expect(ids).toEqual(expect.arrayContaining([young, shelved, inText, listed, pointed]));
    await expect(uploads.read(forgotten)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await uploads.read(listed)).destroy()).toBeTruthy();
  });
});
