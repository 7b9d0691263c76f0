import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsBrand } from '#generated/schemas.ts';
import { reorderRow, savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import { nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, refuseField } from '../../../kernel/result/answer.ts';

type SaveAnswer = Promise<Answer<{ id: number }>>;

const ALL: OrderedRows = { table: 'brands', where: sql`true` };
const GONE = '这个品牌已经不在了';

/** All brands in order, with their makers. */
export async function brandsForStaff(db: Db): Promise<OpsBrand[]> {
  const { rows } = await sql<Omit<OpsBrand, 'logo'>>`
    SELECT brands.id, brands.name, slogan, hue,
      coalesce(string_agg(DISTINCT makers.name, E'\n'), '') AS makers,
      count(DISTINCT makers.id) AS makers_total, count(goods.id) FILTER (WHERE goods.on_sale) AS goods_total
    FROM brands LEFT JOIN makers ON makers.brand_id = brands.id LEFT JOIN goods ON goods.maker_id = makers.id
    GROUP BY brands.id ORDER BY brands.position, brands.id`.execute(db);
  return rows.map((row) => ({ ...row, logo: `/img/brand/${row.id}.svg` }));
}

/** Saves a brand with its makers; makers that are no longer listed lose their brand. */
export async function saveBrand(
  db: Db,
  request: RequestContext,
  input: Calls['ops-brand.save']['body'],
): SaveAnswer {
  const names = [
    ...new Set(
      input.makers
        .split(/\n/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ];
  const makers =
    names.length > 0
      ? await db.selectFrom('makers').select(['id', 'name']).where('name', 'in', names).execute()
      : [];
  const known = new Set(makers.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) return refuseField('makers', `没有这些厂家：${unknown.slice(0, 3).join('、')}`);
  const saved = await saveRow(db, request, {
    table: 'brands',
    subject: 'brand',
    key: input.id === undefined ? null : { id: input.id },
    gone: GONE,
    refuse: async () => {
      const taken = await db
        .selectFrom('brands')
        .select('id')
        .where('name', '=', input.name)
        .executeTakeFirst();
      return taken && taken.id !== input.id ? refuseField('name', '已有同名的品牌') : null;
    },
    values: { name: input.name, slogan: input.slogan, hue: input.hue },
    onInsert: { position: await nextPosition(db, ALL) },
    label: input.name,
    related: () => ({ after: { makers: names.join('、') } }),
  });
  if (!saved.ok) return saved;
  const { id } = saved;
  await db.updateTable('makers').set({ brand_id: null }).where('brand_id', '=', id).execute();
  const ids = makers.map((maker) => maker.id);
  if (ids.length > 0) await db.updateTable('makers').set({ brand_id: id }).where('id', 'in', ids).execute();
  return savedAnswer(saved);
}

export const moveBrand = (db: Db, request: RequestContext, id: number, by: number): SaveAnswer =>
  reorderRow(db, request, {
    table: 'brands',
    subject: 'brand',
    where: ALL.where,
    id,
    by,
    gone: GONE,
    label: ({ name }) => name,
  });
