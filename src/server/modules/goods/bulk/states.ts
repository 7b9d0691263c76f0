import { sql } from 'kysely';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** What a bulk change may set of a good; what it leaves alone is absent. Steps are [quantity or level, fen]. */
export interface GoodsState {
  id: number;
  on_sale?: boolean;
  yx?: boolean;
  controlled?: boolean;
  price_fen?: number;
  /** Null where nobody knows it. */
  cost_fen?: number | null;
  ladder?: [number, number][];
  levels?: [number, number][];
}

export interface KnownGoods extends Required<GoodsState> {
  label: string;
}

/** These goods with all that a bulk change may set, locked in the order of their ids. */
export async function readStates(db: Db, ids: readonly number[]): Promise<KnownGoods[]> {
  const rows = await db
    .selectFrom('goods')
    .where(isAnyOf('id', ids))
    .orderBy('id')
    .select(['id', 'code', 'name', 'on_sale', 'yx', 'controlled', 'price_fen', 'cost_fen'])
    .forUpdate()
    .execute();
  const ladders = await stepsBy(db, ids, 'ladder_steps', 'number');
  const levels = await stepsBy(db, ids, 'level_prices', 'level');
  return rows.map(({ code, name, ...row }) => ({
    ...row,
    label: `${code} ${name}`,
    ladder: ladders.get(row.id) ?? [],
    levels: levels.get(row.id) ?? [],
  }));
}

async function stepsBy(
  db: Db,
  ids: readonly number[],
  table: 'ladder_steps' | 'level_prices',
  step: string,
): Promise<Map<number, [number, number][]>> {
  const { rows } = await sql<{ goods_id: number; step: number; price: number }>`
    SELECT goods_id, ${sql.ref(step)} AS step, price_fen AS price FROM ${sql.table(table)}
    WHERE ${isAnyOf('goods_id', ids)} ORDER BY goods_id, 2`.execute(db);
  const found = new Map<number, [number, number][]>();
  for (const { goods_id, step: at, price } of rows)
    found.set(goods_id, [...(found.get(goods_id) ?? []), [at, price]]);
  return found;
}

/** Writes what is there of each state, in a few statements however many there are. */
export async function writeStates(db: Db, states: readonly GoodsState[]): Promise<void> {
  // A cost may become unknown again, which an absent one would look like.
  const written = states.map((state) => ({ ...state, sets_cost: state.cost_fen !== undefined }));
  await sql`
    UPDATE goods SET on_sale = coalesce(new.on_sale, goods.on_sale), yx = coalesce(new.yx, goods.yx),
      controlled = coalesce(new.controlled, goods.controlled),
      price_fen = coalesce(new.price_fen, goods.price_fen),
      cost_fen = CASE WHEN new.sets_cost THEN new.cost_fen ELSE goods.cost_fen END
    FROM json_to_recordset(${JSON.stringify(written)}::json)
      AS new(id integer, on_sale boolean, yx boolean, controlled boolean, price_fen integer,
        cost_fen integer, sets_cost boolean)
    WHERE goods.id = new.id`.execute(db);
  await writeSteps(db, states, 'ladder');
  await writeSteps(db, states, 'levels');
}

async function writeSteps(db: Db, states: readonly GoodsState[], kind: 'ladder' | 'levels'): Promise<void> {
  const [table, step] = kind === 'ladder' ? ['ladder_steps', 'number'] : ['level_prices', 'level'];
  const rows = states.flatMap((state) =>
    (state[kind] ?? []).map(([at, price]) => ({ goods_id: state.id, at, price })),
  );
  if (rows.length === 0) return;
  await sql`
    UPDATE ${sql.table(table)} SET price_fen = new.price
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS new(goods_id integer, at integer, price integer)
    WHERE ${sql.table(table)}.goods_id = new.goods_id AND ${sql.table(table)}.${sql.ref(step)} = new.at`.execute(
    db,
  );
}
