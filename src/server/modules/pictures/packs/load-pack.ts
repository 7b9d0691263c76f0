import type { Selectable } from 'kysely';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import type { PackInfo } from './pack-info.ts';
import { paletteOf } from './palette.ts';

/** Texts and colours of a good's pack, on sale or not (old orders show it too); null when there is no such good. */
export async function loadPack(db: Db, id: number): Promise<PackInfo | null> {
  const goods = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .select(['goods.name', 'spec', 'dosage_form', 'rx', 'marks', 'approval_number', 'barcode', 'storage'])
    .select(['indication', 'scope', 'maker_id', 'makers.name as maker'])
    .where('goods.id', '=', id)
    .executeTakeFirst();
  return goods ? packOf(goods) : null;
}

/** The columns of a good that its pack depends on. */
type PackRow = Pick<
  Selectable<Database['goods']>,
  | 'name'
  | 'spec'
  | 'dosage_form'
  | 'rx'
  | 'marks'
  | 'approval_number'
  | 'barcode'
  | 'storage'
  | 'indication'
  | 'scope'
  | 'maker_id'
>;

export const packOf = (goods: PackRow & { maker: string }): PackInfo => ({
  name: goods.name,
  spec: goods.spec,
  form: goods.dosage_form,
  maker: goods.maker,
  brand: Array.from(goods.maker).slice(0, 2).join(''),
  rx: goods.rx,
  marks: goods.marks,
  approval: goods.approval_number,
  barcode: goods.barcode,
  storage: goods.storage,
  indication: goods.indication,
  palette: paletteOf(goods.maker_id, goods.scope === 'zcy' || goods.scope === 'zyyp'),
  layout: goods.maker_id,
});
