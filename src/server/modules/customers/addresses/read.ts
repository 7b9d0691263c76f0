import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Address, Option } from '#generated/schemas.ts';
import { prepareQuery, type Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A company's addresses, the default one first; phones are masked. */
export async function listAddresses(db: Db, companyId: number): Promise<Address[]> {
  const rows = await loadAddresses(db, { companyId });
  return rows.map((row) => ({ ...toAddress(row), phone: maskPhone(row.phone) }));
}

const loadAddresses = prepareQuery<{ companyId: number }>()((db, { value }) =>
  ofCompany(db, value('companyId')).orderBy('is_default', 'desc').orderBy('id'),
);

/** An address with its unmasked phone, for its form; null when the company has no such address. */
export async function readAddress(db: Db, companyId: number, id: number): Promise<Address | null> {
  const row = await ofCompany(db, companyId).where('id', '=', id).executeTakeFirst();
  return row ? toAddress(row) : null;
}

/** An address as one line of a drop-down list. */
export function addressOption({ id, name, phone, region, detail, default_text }: Address): Option {
  const words = [name, phone, `${region}${detail}`, default_text && `（${default_text}）`];
  return { value: String(id), label: words.filter(Boolean).join(' ') };
}

function ofCompany(db: Db, companyId: Value<number>) {
  return db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .select(['id', 'name', 'phone', 'region', 'detail', 'is_default', 'is_licensed']);
}

type AddressRow = Omit<Address, 'is_default' | 'is_licensed'> & { is_default: boolean; is_licensed: boolean };

const toAddress = (row: AddressRow): Address => ({
  ...row,
  is_default: row.is_default ? 1 : 0,
  default_text: row.is_default ? '默认' : '',
  is_licensed: row.is_licensed ? 1 : 0,
  licensed_text: row.is_licensed ? '证照地址' : '',
});
