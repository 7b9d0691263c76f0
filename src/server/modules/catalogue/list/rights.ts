import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';

interface Rights {
  rights: readonly { goods_id: number; until: number | null }[];
}

const shared = shareRows<number, Rights>({
  max: 5_000,
  from: { controlled_rights: 'all', companies: 'ids' },
});

/** The controlled goods that a company has a right to now; none for whoever acts for no company. */
export async function heldRights(db: Db, companyId: number | null, now: number): Promise<number[]> {
  if (companyId === null) return [];
  const found = await shared(db, [companyId], async () => {
    const rights = await db
      .selectFrom('goods_rights')
      .select(['goods_id', 'until'])
      .where('company_id', '=', companyId)
      .execute();
    return new Map([[companyId, { rights }]]);
  });
  return (found.get(companyId)?.rights ?? [])
    .filter(({ until }) => until === null || until > now)
    .map(({ goods_id }) => goods_id);
}
