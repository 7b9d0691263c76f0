import { isRegion } from '#engine/runtime/regions.ts';
import { isCreditCode } from '#engine/runtime/validation/credit-code.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Accepted, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { currentRegistration, isEditable } from './current-registration.ts';
import { deleteDraft } from './drafts.ts';

export type CompanyForm = Calls['register.company']['body'];

/** domain §1 `company_type` 连锁总部: has stores and cannot be one. */
const CHAIN_HEAD = 2;

export const COMPANY_TAKEN = '这家单位已在平台登记。如需加入，请联系它的管理员或我们的客服';

/** Step 2: saves the company's data. It can be changed until it is submitted, and again after a rejection. */
export async function registerCompany(
  db: Db,
  member: Member,
  form: CompanyForm,
  now: number,
): Promise<Accepted<{ company_id: number; step: number }> | Refused> {
  const problem = problemOf(form);
  if (problem) return problem;
  const store = form.store === 1;
  const current = await currentRegistration(db, member, store);
  if (current && !isEditable(current)) return refuse('registrationClosed');
  if (await isClaimed(db, form.credit_code, current?.companyId)) {
    return refuseField('credit_code', COMPANY_TAKEN);
  }
  let companyId = current?.companyId;
  if (companyId === undefined) {
    const created = await createStore(db, member, form, now);
    if (!created.ok) return created;
    companyId = created.data;
  }
  await db.updateTable('companies').set(columnsOf(form)).where('id', '=', companyId).execute();
  if (!store) {
    await db.updateTable('members').set({ name: form.buyer }).where('id', '=', member.id).execute();
  }
  await deleteDraft(db, member.id, { store, step: 2 });
  return ok({ company_id: companyId, step: 3 }, '企业资料已保存');
}

function problemOf(form: CompanyForm): Refused | null {
  if (!isCreditCode(form.credit_code)) {
    return refuseField('credit_code', '统一社会信用代码应为 18 位，请核对每一位（不含字母 I、O、S、V、Z）');
  }
  if (form.store === 1 && form.type === CHAIN_HEAD) return refuseField('type', '门店不能是连锁总部');
  if (!isRegion(form.region)) return refuseField('region', '请选择注册地区，到区县');
  if (!isRegion(form.warehouse_region)) return refuseField('warehouse_region', '请选择收货地区，到区县');
  return null;
}

/** Whether another company with this credit code has been submitted or approved. */
export async function isClaimed(db: Db, creditCode: string, own: number | undefined): Promise<boolean> {
  const other = await db
    .selectFrom('companies')
    .select('id')
    .where('credit_code', '=', creditCode)
    .where('approval', 'in', ['pending', 'approved'])
    .where('id', '<>', own ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}

/** Creates a further store below the company of the member who registers it. A store cannot have stores. */
async function createStore(
  db: Db,
  member: Member,
  form: CompanyForm,
  now: number,
): Promise<Accepted<number> | Refused> {
  // Locked: the same form from two tabs creates one store, and none while the company joins a chain.
  const own = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .select(['companies.id', 'companies.parent_id', 'companies.manager_id', 'companies.level'])
    .where('members.id', '=', member.id)
    .forUpdate(['members', 'companies'])
    .executeTakeFirstOrThrow();
  if (own.parent_id !== null) return refuse('storeOfChain');
  const created = await currentRegistration(db, member, true);
  if (created) return made(created.companyId);
  const { id } = await db
    .insertInto('companies')
    .values({
      name: form.name,
      type: form.type,
      level: own.level,
      manager_id: own.manager_id,
      parent_id: own.id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('registrations')
    .values({ member_id: member.id, company_id: id, is_store: true, created_at: now })
    .execute();
  return made(id);
}

const INVOICE = ['bank', 'bank_account', 'invoice_address', 'invoice_phone', 'invoice_email'] as const;

function columnsOf(form: CompanyForm) {
  return {
    type: form.type,
    is_private: form.is_private === 1,
    name: form.name,
    credit_code: form.credit_code,
    legal_person: form.legal_person,
    principal: form.principal,
    quality_head: form.quality_head,
    region: form.region,
    address: form.address,
    warehouse_region: form.warehouse_region,
    warehouse: form.warehouse,
    buyer: form.buyer,
    receiver: form.receiver,
    receiver_phone: form.receiver_phone,
    invoice: JSON.stringify(Object.fromEntries(INVOICE.map((name) => [name, form[name]]))),
  };
}
