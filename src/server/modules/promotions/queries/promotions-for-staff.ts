import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsPromotionSource } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { PromotionKind } from '#shop/domain/promotions/kind.ts';
import { KINDS } from '#shop/domain/promotions/kinds.ts';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { importHint } from '../rules/import-columns.ts';
import { bulkFields, offerFields, promotionFields } from './form-fields.ts';
import { loadOffers } from './offers.ts';

type ListQuery = Calls['ops-promotion.list']['query'] & { pageSize: number };

const STATES = { draft: '未发布', coming: '未开始', open: '进行中', ended: '已结束' } as const;
type State = keyof typeof STATES;

/** State of a promotion, for staff. */
function stateOf(row: { withdrawn: boolean; starts_at: number; ends_at: number }, now: number): State {
  if (row.withdrawn) return 'draft';
  if (now < row.starts_at) return 'coming';
  return now < row.ends_at ? 'open' : 'ended';
}

/** The same as an SQL expression. */
const stateAt = (now: number) => sql<State>`CASE WHEN withdrawn THEN 'draft'
  WHEN starts_at > ${now} THEN 'coming' WHEN ends_at > ${now} THEN 'open' ELSE 'ended' END`;

/** A page of promotions, the newest first. */
export async function listForStaff(
  db: Db,
  { page, pageSize, kind, state, keywords }: ListQuery,
  now: number,
): Promise<Calls['ops-promotion.list']['data']> {
  const stateColumn = stateAt(now);
  let found = db.selectFrom('promotions');
  if (keywords !== undefined) found = found.where('name', 'like', likePattern(keywords));
  if (state !== undefined) found = found.where(stateColumn, '=', state);
  const perKind = await found
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .execute();
  const countOf = (kindName: string) => perKind.find((row) => row.kind === kindName)?.count ?? 0;
  const all = perKind.reduce((sum, { count }) => sum + count, 0);
  if (kind !== undefined) found = found.where('kind', '=', kind);
  // Drafts and open ones first; of the coming ones, the next to start.
  const shown = await found
    .orderBy(sql`array_position(ARRAY['draft', 'open', 'coming', 'ended'], ${stateColumn})`)
    .orderBy(sql`CASE ${stateColumn} WHEN 'coming' THEN starts_at END`)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select('id')
    .execute();
  const details = await detailsOf(
    db,
    shown.map(({ id }) => id),
  );
  return {
    list: details.map((row) => ({
      id: row.id,
      kind: row.kind,
      kind_text: kindOf(row.kind)?.name ?? row.kind,
      name: row.name,
      state_text: STATES[stateOf(row, now)],
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      goods_total: row.goods,
      stock_text: row.stock === null ? `已售 ${row.offers_sold + row.sold}` : `${row.sold} / ${row.stock}`,
      rule_text: row.everything ? '全场' : `${row.goods} 种商品`,
      taps: row.taps,
      published: row.withdrawn ? 0 : 1,
    })),
    total: kind === undefined ? all : countOf(kind),
    page,
    page_size: pageSize,
    kinds: [
      { value: '', label: '全部', count: all },
      ...KINDS.map(({ kind: value, name: label }) => ({
        value,
        label,
        count: countOf(value),
      })),
    ],
    to_make: KINDS.map(({ kind: value, name: label }) => ({ value, label })),
  };
}

/** These promotions with their sales and clicks, in this order. */
async function detailsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('promotions')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('promotion_goods')
          .whereRef('promotion_id', '=', 'promotions.id')
          .select([
            sql<number>`count(*)::integer`.as('goods'),
            sql<number>`coalesce(sum(promotion_goods.sold), 0)::integer`.as('offers_sold'),
          ])
          .as('offers'),
      (join) => join.onTrue(),
    )
    .where('promotions.id', 'in', [...ids])
    .selectAll()
    .select([
      sql<number>`(SELECT coalesce(sum(taps), 0)::integer FROM activity_taps WHERE promotion_id = promotions.id)`.as(
        'taps',
      ),
    ])
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The parts of the form that depend on the kind only. */
function pageOf(kind: PromotionKind) {
  const { roles } = kind.form;
  return {
    kind: kind.kind,
    kind_text: kind.name,
    needs_goods: roles.includes('goods'),
    needs_gifts: roles.includes('gift'),
    needs_exchanges: roles.includes('exchange'),
    offer_fields: offerFields(kind),
    bulk_fields: bulkFields(kind),
    asked_of: kind.form.goodsFields.length > 0 ? [...kind.form.goodsFieldRoles] : [],
    import_hint: importHint(kind),
  };
}

/** An empty form of a kind; null when there is no such kind. */
export function blankSource(kindName: string, now: number): OpsPromotionSource | null {
  const kind = kindOf(kindName);
  if (!kind) return null;
  const rule = {};
  const values = { name: '', summary: '', starts_at: now, ends_at: now + 7 * DAY, rule };
  return {
    ...pageOf(kind),
    ...values,
    id: null,
    fields: promotionFields(kind, { ...values, everything: false, stock: null, member_limit: null }),
    words: [],
    problem: '',
    published: 0,
    state_text: STATES.draft,
  };
}

/** A promotion for its form, with its rule in words and the problem that prevents publishing it. */
export async function promotionSource(db: Db, id: number, now: number): Promise<OpsPromotionSource | null> {
  const row = await db.selectFrom('promotions').where('id', '=', id).selectAll().executeTakeFirst();
  const kind = row && kindOf(row.kind);
  if (!kind) return null;
  const offers = await loadOffers(db, id);
  const bound = kind.bind({ rule: row.rule, offers });
  return {
    ...pageOf(kind),
    id,
    fields: promotionFields(kind, row),
    name: row.name,
    summary: row.summary,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    rule: row.rule,
    words: bound instanceof RuleProblem ? [] : [...bound.words, ...bound.prices],
    problem:
      bound instanceof RuleProblem ? bound.message : (scopeProblem(kind, row.everything, offers) ?? ''),
    published: row.withdrawn ? 0 : 1,
    state_text: STATES[stateOf(row, now)],
  };
}

/** A promotion must cover something. */
function scopeProblem(kind: PromotionKind, everything: boolean, offers: Promotion['offers']): string | null {
  if (everything || !kind.form.roles.includes('goods')) return null;
  return offers.some(({ role }) => role === 'goods') ? null : '还没有选择商品';
}
