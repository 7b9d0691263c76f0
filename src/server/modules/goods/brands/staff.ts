import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsBrand } from '#generated/schemas.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { moveRow, nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';

type Done = Promise<Answer<{ id: number }>>;

const ALL: OrderedRows = { table: 'brands', where: sql`true` };
const GONE = { message: '这个品牌已经不在了' };

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

/** A brand with the makers that belong to it: those that are not named any more belong to none. */
export async function saveBrand(
  db: Db,
  request: RequestContext,
  input: Calls['ops-brand.save']['body'],
): Done {
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
  const before =
    input.id === undefined
      ? undefined
      : await db.selectFrom('brands').selectAll().where('id', '=', input.id).forUpdate().executeTakeFirst();
  if (input.id !== undefined && !before) return refuse('notFound', GONE);
  const taken = await db.selectFrom('brands').select('id').where('name', '=', input.name).executeTakeFirst();
  if (taken && taken.id !== input.id) return refuseField('name', '已有同名的品牌');
  const values = { name: input.name, slogan: input.slogan, hue: input.hue };
  const id = before ? before.id : await insertBrand(db, values);
  if (before) await db.updateTable('brands').set(values).where('id', '=', id).execute();
  await db.updateTable('makers').set({ brand_id: null }).where('brand_id', '=', id).execute();
  const ids = makers.map((maker) => maker.id);
  if (ids.length > 0) await db.updateTable('makers').set({ brand_id: id }).where('id', 'in', ids).execute();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'brand',
    id,
    label: input.name,
    before: before && { name: before.name, slogan: before.slogan, hue: before.hue },
    after: { ...values, makers: names.join('、') },
  });
  return before ? ok({ id }, '已保存') : made({ id }, '已新增');
}

async function insertBrand(db: Db, values: { name: string; slogan: string; hue: number }): Promise<number> {
  const { id } = await db
    .insertInto('brands')
    .values({ ...values, position: await nextPosition(db, ALL) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function moveBrand(db: Db, request: RequestContext, id: number, by: number): Done {
  const brand = await db.selectFrom('brands').select('name').where('id', '=', id).executeTakeFirst();
  const moved = brand && (await moveRow(db, ALL, id, by));
  if (!moved) return refuse('notFound', GONE);
  await record(db, request, {
    action: 'move',
    subject: 'brand',
    id,
    label: brand.name,
    before: { position: moved.before },
    after: { position: moved.after },
  });
  return ok({ id });
}
