import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#server/kernel/audit/audit.ts';
import { changeRow, removeRow, reorderRow, saveRow } from '#server/kernel/audit/rows.ts';
import type { Store } from '#server/kernel/db/open.ts';
import { refuseField } from '#server/kernel/result/answer.ts';
import { openTestStore, START } from '../../support/store.ts';

describe('rows that staff save', () => {
  let store: Store;
  let ops: Actor;

  beforeAll(async () => {
    store = await openTestStore('pglite');
    const { id, company_id } = await store.db
      .selectFrom('members')
      .where('username', '=', 'ops')
      .select(['id', 'company_id'])
      .executeTakeFirstOrThrow();
    const company = { companyId: company_id, companyType: 1, scopes: [], level: 1 };
    ops = { visitor: { role: 'staff', id, sessionId: '', ...company }, address: '10.0.0.1', now: START };
  });
  afterAll(() => store.close());

  const acts = () =>
    store.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'label', 'before', 'after'])
      .orderBy('id', 'desc')
      .execute();
  const link = (text: string) => ({
    table: 'links' as const,
    subject: 'links' as const,
    values: { text, url: '/list' },
    label: text,
  });

  it('are inserted, and changed with what they were', async () => {
    const made = await saveRow(store.db, ops, { ...link('一'), key: null, onInsert: { position: 90 } });
    if (!made.ok) throw new Error(made.message);
    expect(made.before).toBeUndefined();
    const saved = await saveRow(store.db, ops, { ...link('二'), key: { id: made.id }, gone: '没有' });
    expect(saved).toMatchObject({ ok: true, id: made.id, before: { text: '一', position: 90 } });
    const id = String(made.id);
    expect((await acts()).slice(0, 2)).toEqual([
      {
        action: 'update',
        subject_id: id,
        label: '二',
        before: { text: '一', url: '/list' },
        after: { text: '二', url: '/list' },
      },
      { action: 'create', subject_id: id, label: '一', before: null, after: { text: '一', url: '/list' } },
    ]);
  });

  it('are left alone, and nothing is written down, when they are gone or may not change', async () => {
    const before = await acts();
    const gone = { key: { id: 987_654 }, gone: '没有这一条' };
    expect(await saveRow(store.db, ops, { ...link('三'), ...gone })).toMatchObject({
      code: 404,
      message: '没有这一条',
    });
    expect(await changeRow(store.db, ops, { ...link('三'), ...gone })).toMatchObject({ code: 404 });
    const { id } = await store.db.selectFrom('links').select('id').limit(1).executeTakeFirstOrThrow();
    const refused = await changeRow(store.db, ops, {
      ...link('三'),
      key: { id },
      gone: '没有',
      refuse: ({ url }) => refuseField('url', `还是 ${url}`),
    });
    expect(refused).toMatchObject({ code: 422, message: '还是 /list' });
    expect(await acts()).toEqual(before);
  });

  it('are found by a key of their own, and inserted where none has it', async () => {
    const level = (note: string) =>
      saveRow(store.db, ops, {
        table: 'member_levels',
        subject: 'level',
        logId: 42,
        key: { level: 42 },
        values: { name: '四十二', note },
        label: '四十二',
      });
    expect(await level('一')).toMatchObject({ ok: true, id: 42, before: undefined });
    expect(await level('二')).toMatchObject({ ok: true, id: 42, before: { level: 42, note: '一' } });
    const [last] = await acts();
    expect(last).toMatchObject({ before: { note: '一' }, after: { note: '二' } });
  });

  it('are moved and removed', async () => {
    const ids: number[] = [];
    for (const text of ['甲', '乙']) {
      const made = await saveRow(store.db, ops, {
        table: 'hot_searches',
        subject: 'hot',
        key: null,
        values: { text, url: '' },
        onInsert: { position: ids.length },
        label: text,
      });
      if (made.ok) ids.push(made.id);
    }
    const [, id = 0] = ids;
    const where = sql`position < 2`;
    const row = { table: 'hot_searches' as const, subject: 'hot' as const, gone: '没有' };
    const label = ({ text }: { text: string }) => text;
    expect(await reorderRow(store.db, ops, { ...row, where, id, by: -1, label })).toMatchObject({ ok: true });
    expect((await acts())[0]).toMatchObject({
      action: 'move',
      before: { position: 2 },
      after: { position: 1 },
    });
    const logged = ({ text }: { text: string }) => ({ text });
    const removal = { ...row, key: { id }, label, logged };
    expect(await removeRow(store.db, ops, removal)).toMatchObject({ ok: true, before: { text: '乙' } });
    expect((await acts())[0]).toMatchObject({ action: 'remove', label: '乙', before: { text: '乙' } });
    expect(await removeRow(store.db, ops, removal)).toMatchObject({ code: 404 });
  });
});
