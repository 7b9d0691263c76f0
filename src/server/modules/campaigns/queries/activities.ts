import type { Activity, ActivityPage, GoodsCard } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import { activityUrl, KIND_TEXTS, STATE_TEXTS, stateOf, toneOf } from '../../promotions/index.ts';

type Kind = Activity['kind'];

/** Value of `ids` for all activities. */
const ALL = 'all';

/** Goods of each section that an activity's page shows; the others are behind the section's link. */
const FIRST_GOODS = 10;

function activityRows(db: Db) {
  return db
    .selectFrom('activities')
    .selectAll('activities')
    .select((eb) =>
      eb
        .selectFrom('activity_goods')
        .innerJoin('activity_sections', 'activity_sections.id', 'activity_goods.section_id')
        .innerJoin('goods', 'goods.id', 'activity_goods.goods_id')
        .whereRef('activity_sections.activity_id', '=', 'activities.id')
        .where('goods.on_sale', '=', true)
        .select((count) => count.fn.count<number>('goods_id').distinct().as('total'))
        .as('total'),
    );
}

type ActivityRow = Awaited<ReturnType<ReturnType<typeof activityRows>['executeTakeFirstOrThrow']>>;

function activitySummary(row: ActivityRow, now: number): Omit<Activity, 'goods'> {
  const { id, key, kind, name, subtitle, starts_at, ends_at } = row;
  const state = stateOf(row, now);
  return {
    id,
    key,
    kind,
    kind_text: KIND_TEXTS[kind],
    name,
    subtitle,
    tone: toneOf(row.tone),
    starts_at,
    ends_at,
    state,
    state_text: STATE_TEXTS[state],
    goods_total: row.total ?? 0,
    url: activityUrl(row),
  };
}

const ORDER = { open: 0, coming: 1, ended: 2 } as const;

/** Activities: open ones first, then coming, then ended ones; each with its first `most` goods. */
export async function listActivities(
  context: CatalogueContext,
  { kind, ids, most = 0 }: { kind?: Kind | undefined; ids?: string | undefined; most?: number | undefined },
): Promise<Activity[]> {
  const { db, now } = context;
  const keys = ids?.split(',').filter((id) => id !== '' && id !== ALL) ?? [];
  let query = activityRows(db).orderBy('position').orderBy('id');
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (keys.length > 0) query = query.where('key', 'in', keys);
  const list = (await query.execute()).map((row) => activitySummary(row, now));
  const goods = await firstGoods(
    context,
    list.map(({ id }) => id),
    most,
  );
  return list
    .map((activity) => ({ ...activity, goods: goods.get(activity.id) ?? [] }))
    .sort((one, other) => ORDER[one.state] - ORDER[other.state]);
}

/** Activity id -> its first `most` goods on sale, of any section. */
async function firstGoods(
  context: CatalogueContext,
  activityIds: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, GoodsCard[]>> {
  if (most === 0 || activityIds.length === 0) return new Map();
  const bySection = Map.groupBy(
    await sectionGoods(context.db, activityIds),
    ({ activity_id }) => activity_id,
  );
  const first = [...bySection].map(([id, goods]) => ({
    id,
    ids: [...new Set(onSale(goods))].slice(0, most),
  }));
  const cards = await cardsById(
    context,
    first.flatMap(({ ids }) => ids),
  );
  return new Map(first.map(({ id, ids }) => [id, ids.flatMap((goodsId) => cards.get(goodsId) ?? [])]));
}

/** Sections with their goods, in the order of the page: one row per good; a section without goods has one row. */
function sectionGoods(db: Db, activityIds: readonly number[]) {
  return db
    .selectFrom('activity_sections')
    .leftJoin('activity_goods', 'activity_goods.section_id', 'activity_sections.id')
    .leftJoin('goods', 'goods.id', 'activity_goods.goods_id')
    .where('activity_id', 'in', activityIds)
    .orderBy('activity_sections.position')
    .orderBy('activity_sections.id')
    .orderBy('activity_goods.position')
    .select([
      'activity_sections.activity_id',
      'activity_sections.id',
      'activity_sections.name',
      'goods.id as goods_id',
      'goods.on_sale',
    ])
    .execute();
}

function onSale(bySection: readonly { goods_id: number | null; on_sale: boolean | null }[]): number[] {
  return bySection.flatMap(({ goods_id, on_sale }) =>
    goods_id !== null && on_sale === true ? [goods_id] : [],
  );
}

async function cardsById(
  context: CatalogueContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GoodsCard>> {
  return new Map((await cardsFor(context, [...new Set(ids)])).map((card) => [card.id, card]));
}

/** One activity with the first goods of its sections; null when there is none of this kind. */
export async function activityPage(
  context: CatalogueContext,
  key: string,
  kind: Kind | undefined,
): Promise<ActivityPage | null> {
  const { db, now } = context;
  const row = await activityRows(db).where('key', '=', key).executeTakeFirst();
  if (!row || (kind !== undefined && row.kind !== kind)) return null;
  const bySection = Map.groupBy(await sectionGoods(db, [row.id]), ({ id }) => id);
  const sections = [...bySection].map(([id, goods]) => ({
    id,
    name: goods[0]?.name ?? '',
    ids: onSale(goods),
  }));
  const cards = await cardsById(
    context,
    sections.flatMap(({ ids }) => ids.slice(0, FIRST_GOODS)),
  );
  const tabs = sections.map(({ id, name, ids }) => ({ value: String(id), label: name, count: ids.length }));
  return {
    ...activitySummary(row, now),
    tabs: [{ value: '', label: '全部', count: row.total ?? 0 }, ...tabs],
    rules: row.rules.split('\n').filter((rule) => rule.trim() !== ''),
    sections: sections.map(({ id, name, ids }) => ({
      id,
      name,
      goods_total: ids.length,
      list: ids.slice(0, FIRST_GOODS).flatMap((goodsId) => cards.get(goodsId) ?? []),
    })),
  };
}
