import type { Calls } from '#generated/calls.ts';
import { certificatesFor } from '#shop/domain/certificates.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { companyKindOf } from '../certificates/read.ts';

/**
 * All business scopes: which of them the company may buy, and the certificates that unlock the others (spec §7 `jyfw`).
 */
export async function listScopes(
  db: Db,
  { companyId, scopes: own }: Member,
): Promise<Calls['user.jyfw']['data']> {
  const offered = certificatesFor(await companyKindOf(db, companyId));
  const all = await db.selectFrom('scopes').select(['code', 'name']).execute();
  const list = all.map(({ code, name }) => ({
    code,
    name,
    allowed: own.includes(code) ? 1 : 0,
    allowed_text: own.includes(code) ? '可采购' : '未开通',
    needs: own.includes(code)
      ? ''
      : offered
          .filter(({ kind }) => kind.unlocks.includes(code))
          .map(({ kind }) => kind.label)
          .join('、'),
  }));
  return {
    list: list.toSorted((a, b) => b.allowed - a.allowed),
    allowed: list.filter(({ allowed }) => allowed === 1).length,
    locked: list.filter(({ needs }) => needs !== '').map(({ code, name, needs }) => ({ code, name, needs })),
  };
}
