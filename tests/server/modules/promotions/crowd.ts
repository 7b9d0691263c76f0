import { sql } from 'kysely';
import type { Db } from '#server/kernel/db/schema.ts';
import type { Member } from '#server/kernel/http/visitor.ts';
import { START } from '../../support/store.ts';

/** A buyer of a crowd, with a line in its cart and an address. */
export interface Buyer {
  member: Member;
  lineId: number;
  addressId: number;
}

/** So many companies, each with a member, an address and one line of a good in its cart; written by three statements. */
export async function makeCrowd(
  db: Db,
  count: number,
  line: { goodsId: number; number: number; type: number },
): Promise<Buyer[]> {
  const companies = await db
    .insertInto('companies')
    .columns(['name', 'type', 'approval', 'scopes', 'level', 'address', 'created_at'])
    .expression(
      sql`SELECT '药房 ' || n, 1, 'approved', '{all}', 1, '演示路 ' || n, ${START}::bigint FROM generate_series(1, ${count}::int) AS n`,
    )
    .returning('id')
    .execute();
  const ids = companies.map(({ id }) => id);
  const members = await db
    .insertInto('members')
    .values(
      ids.map((company_id) => ({
        company_id,
        username: `crowd-${company_id}`,
        phone: `13${String(company_id).padStart(9, '0')}`,
        name: '采购',
        password_hash: '',
        face: '',
        created_at: START,
      })),
    )
    .returning(['id', 'company_id'])
    .execute();
  const addresses = await db
    .insertInto('addresses')
    .values(
      ids.map((company_id) => ({
        company_id,
        name: '收货',
        phone: '13900000000',
        region: '湖北省武汉市',
        detail: '演示路',
        is_default: true,
        created_at: START,
      })),
    )
    .returning(['id', 'company_id'])
    .execute();
  const lines = await db
    .insertInto('cart_lines')
    .values(
      ids.map((company_id) => ({
        company_id,
        goods_id: line.goodsId,
        warehouse_id: 1,
        type: line.type,
        number: line.number,
        created_at: START,
      })),
    )
    .returning(['id', 'company_id'])
    .execute();
  const at = (rows: { id: number; company_id: number }[]) => {
    const byCompany = new Map(rows.map((row) => [row.company_id, row.id]));
    return (companyId: number) => byCompany.get(companyId) ?? 0;
  };
  const [memberOf, addressOf, lineOf] = [at(members), at(addresses), at(lines)];
  return ids.map((companyId) => ({
    member: {
      role: 'approved',
      id: memberOf(companyId),
      companyId,
      companyType: 1,
      scopes: ['all'],
      level: 1,
      sessionId: '',
    },
    lineId: lineOf(companyId),
    addressId: addressOf(companyId),
  }));
}
