import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Profile } from '#generated/schemas.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { QUALIFICATIONS, qualificationOf } from './qualification.ts';

/** Masks all but the last four characters of a number. */
const maskNumber = (text: string) => text.replaceAll(/\S(?=\S{4})/g, '*');

/** The member and the company that it acts for, as 基本资料 shows them. */
export async function readProfile(
  db: Db,
  { id, companyId }: Pick<Member, 'id' | 'companyId'>,
  now: number,
): Promise<Profile> {
  const member = await db
    .selectFrom('members')
    .select(['username', 'name', 'phone', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const company = await db
    .selectFrom('companies')
    .leftJoin('member_levels', 'member_levels.level', 'companies.level')
    .selectAll('companies')
    .select(['member_levels.name as rank', 'member_levels.note as rank_note'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow();
  const state = qualificationOf(company, now);
  const invoice = (field: string) => company.invoice[field] ?? '';
  return {
    username: member.username === member.phone ? maskPhone(member.username) : member.username,
    name: member.name,
    phone: maskPhone(member.phone ?? ''),
    joined_at: member.created_at,
    company: company.name,
    type_text: COMPANY_TYPES[company.type] ?? '',
    credit_code: company.credit_code,
    legal_person: company.legal_person,
    principal: company.principal,
    quality_head: company.quality_head,
    buyer: company.buyer,
    address: fullAddress(company.region, company.address),
    warehouse: fullAddress(company.warehouse_region, company.warehouse),
    receiver: company.receiver,
    receiver_phone: maskPhone(company.receiver_phone),
    rank: company.rank ?? `V${company.level}`,
    rank_note: company.rank_note ?? '',
    state,
    state_text: QUALIFICATIONS[state],
    reason: company.review_reason,
    bank: invoice('bank'),
    bank_account: maskNumber(invoice('bank_account')),
    invoice_address: invoice('invoice_address'),
    invoice_phone: maskPhone(invoice('invoice_phone')),
    invoice_email: invoice('invoice_email'),
  };
}

const fullAddress = (region: string, address: string) =>
  address.startsWith(region) ? address : `${region}${address}`;
