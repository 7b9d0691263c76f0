import { sql } from 'kysely';
import type { PickingList } from '#generated/schemas.ts';
import { dayEnd } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';

/** Units of one order that are to be taken from one batch. */
interface OpenUnits {
  line_id: number;
  batch_id: number;
  no: string;
  order_id: number;
  number: number;
  picked: number | null;
  code: string;
  name: string;
  spec: string;
  maker: string;
  unit: string;
  storage: string;
  batch_number: string;
  expires: string;
}

/** What is asked for: a warehouse (the first when left out), and orders paid up to the end of a day (today). */
export interface PickingQuery {
  warehouse_id?: number | undefined;
  day?: string | undefined;
}

/**
 * What one warehouse has to take from its shelves for the orders that wait to be shipped: by storage and name, each batch
 * on a line of its own, the one that expires first before the others.
 */
export async function pickingList(
  db: Db,
  { warehouse_id, day }: PickingQuery,
  now: number,
): Promise<PickingList> {
  const warehouses = await db.selectFrom('warehouses').orderBy('id').select(['id', 'name']).execute();
  const warehouse = warehouses.find(({ id }) => id === warehouse_id) ?? warehouses[0];
  const until = day ?? formatDate(now);
  const units = warehouse ? await openUnits(db, warehouse.id, until) : [];
  const rows = [...Map.groupBy(units, ({ batch_id }) => batch_id).values()].flatMap((parts, index) => {
    const [first] = parts;
    return first ? [toRow(first, parts, index + 1)] : [];
  });
  const left = rows.filter(({ picked }) => picked === 0);
  return {
    warehouse_id: String(warehouse?.id ?? ''),
    warehouse: warehouse?.name ?? '',
    warehouses: warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
    day: until,
    made_at: now,
    rows,
    orders: new Set(units.map(({ order_id }) => order_id)).size,
    number: rows.reduce((sum, row) => sum + row.number, 0),
    left: left.length,
  };
}

function toRow(first: OpenUnits, parts: readonly OpenUnits[], position: number): PickingList['rows'][number] {
  const { batch_id: id, code, name, spec, maker, unit, storage, batch_number, expires } = first;
  const isPicked = parts.every(({ number, picked }) => picked === number);
  return {
    id,
    position,
    code,
    name,
    text: `${spec} · ${maker}`,
    spec,
    maker,
    unit,
    storage,
    batch_number,
    expires,
    number: parts.reduce((sum, part) => sum + part.number, 0),
    orders: parts.map((part) => `${part.no} × ${part.number}`).join('；'),
    picked: isPicked ? 1 : 0,
    picked_text: isPicked ? '已拣' : '待拣',
  };
}

async function openUnits(db: Db, warehouseId: number, until: string): Promise<OpenUnits[]> {
  const { rows } = await sql<OpenUnits>`
    SELECT line_batches.line_id, line_batches.batch_id, orders.no, orders.id AS order_id,
      line_batches.number - line_batches.shipped AS number, picked_units.number AS picked,
      goods.code, order_lines.name, order_lines.spec, order_lines.maker, order_lines.unit, goods.storage,
      batches.batch_number, batches.expires
    FROM line_batches
    JOIN order_lines ON order_lines.id = line_batches.line_id
    JOIN orders ON orders.id = order_lines.order_id
    JOIN batches ON batches.id = line_batches.batch_id
    JOIN goods ON goods.id = order_lines.goods_id
    LEFT JOIN picked_units USING (line_id, batch_id)
    WHERE orders.status IN (${ORDER_STATE.toShip}, ${ORDER_STATE.partlyShipped})
      AND orders.warehouse_id = ${warehouseId} AND orders.paid_at < ${dayEnd(until)}
      AND line_batches.number > line_batches.shipped
      AND NOT EXISTS (SELECT 1 FROM cancel_requests
        WHERE cancel_requests.order_id = orders.id AND cancel_requests.state = 'waiting')
    ORDER BY goods.storage, order_lines.name, goods.id, batches.expires, batches.id, orders.id`.execute(db);
  return rows;
}

/**
 * Ticks the batches of a list as picked, or takes the ticks back. Only what still is to be shipped from there is ticked.
 * @returns how many batches of the list were ticked
 */
export async function tickPicked(
  db: Db,
  member: Pick<Member, 'id'>,
  query: PickingQuery & { batches: readonly number[]; picked: boolean },
  now: number,
): Promise<number> {
  const list = await pickingList(db, query, now);
  const units = (await openUnits(db, Number(list.warehouse_id), list.day)).filter(({ batch_id }) =>
    query.batches.includes(batch_id),
  );
  if (units.length === 0) return 0;
  for (const { line_id, batch_id } of units)
    await db
      .deleteFrom('picked_units')
      .where('line_id', '=', line_id)
      .where('batch_id', '=', batch_id)
      .execute();
  if (query.picked)
    await db
      .insertInto('picked_units')
      .values(
        units.map(({ line_id, batch_id, number }) => ({
          line_id,
          batch_id,
          number,
          member_id: member.id,
          picked_at: now,
        })),
      )
      .execute();
  return new Set(units.map(({ batch_id }) => batch_id)).size;
}

/** The warehouse of a list, as the audit log names it. */
export async function warehouseOf(
  db: Db,
  query: PickingQuery,
  now: number,
): Promise<{ id: number; label: string }> {
  const { warehouse_id, warehouse, day } = await pickingList(db, query, now);
  return { id: Number(warehouse_id), label: `${warehouse} ${day}` };
}
