import type { Selectable } from 'kysely';
import type { PointsOrder } from '#generated/schemas.ts';
import type { Database } from '../../../kernel/db/schema.ts';
import { ORDER_KIND_TEXTS, rewardPictureOf, STATE_TEXTS } from './labels.ts';

/** An order of the points mall as the API returns it to buyers and staff. */
export function pointsOrder(row: Selectable<Database['points_orders']>): PointsOrder {
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    kind_text: ORDER_KIND_TEXTS[row.kind],
    name: row.name,
    image: rewardPictureOf(row.goods_id, row.points_goods_id),
    number: row.number,
    points: row.points,
    state: row.state,
    state_text: STATE_TEXTS[row.state],
    address: row.address,
    carrier: row.carrier,
    tracking_no: row.tracking_no,
    created_at: row.created_at,
    shipped_at: row.shipped_at,
  };
}
