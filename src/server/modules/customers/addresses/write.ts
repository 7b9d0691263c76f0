import { isRegion } from '#engine/runtime/regions.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { isLicensedAddress } from './licensed.ts';

/** How many a company may keep: a chain delivers to its stores' own accounts. */
const MAX = 20;

type Form = Calls['address.create']['body'];

function refuseForm({ region }: Form): Refused | null {
  return isRegion(region) ? null : refuseField('region', '请选择省、市与区县');
}

async function valuesOf(db: Db, companyId: number, { name, phone, region, detail }: Form) {
  const location = { region, detail: detail.trim() };
  return {
    ...location,
    name: name.trim(),
    phone,
    is_licensed: await isLicensedAddress(db, companyId, location),
  };
}

/** Adds one; the first becomes the default. Returns its id. */
export async function addAddress(
  db: Db,
  companyId: number,
  form: Form,
  now: number,
): Promise<Refused | number> {
  const refused = refuseForm(form);
  if (refused) return refused;
  await lockCompany(db, companyId);
  const { kept } = await db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept >= MAX) return refuse('invalid', { message: `最多保存 ${MAX} 个地址，请先删除不用的` });
  const { id } = await db
    .insertInto('addresses')
    .values({ ...(await valuesOf(db, companyId, form)), company_id: companyId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (form.is_default === 1 || kept === 0) await makeDefault(db, companyId, id);
  return id;
}

/** Changes one of the company's; false when it has no such address. */
export async function changeAddress(
  db: Db,
  companyId: number,
  id: number,
  form: Form,
): Promise<Refused | boolean> {
  await lockCompany(db, companyId);
  if (!(await has(db, companyId, id))) return false;
  const refused = refuseForm(form);
  if (refused) return refused;
  await db
    .updateTable('addresses')
    .set(await valuesOf(db, companyId, form))
    .where('id', '=', id)
    .execute();
  if (form.is_default === 1) await makeDefault(db, companyId, id);
  return true;
}

/** Deletes one of the company's; the oldest of the others takes a default's place. False when there is none. */
export async function removeAddress(db: Db, companyId: number, id: number): Promise<boolean> {
  await lockCompany(db, companyId);
  const gone = await db
    .deleteFrom('addresses')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('is_default')
    .executeTakeFirst();
  if (gone?.is_default) {
    const next = await db
      .selectFrom('addresses')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (next) await makeDefault(db, companyId, next.id);
  }
  return gone !== undefined;
}

/** Makes one of the company's the default; false when it has no such address. */
export async function chooseDefault(db: Db, companyId: number, id: number): Promise<boolean> {
  await lockCompany(db, companyId);
  if (!(await has(db, companyId, id))) return false;
  await makeDefault(db, companyId, id);
  return true;
}

/** Two changes at once of one company's addresses wait for each other: there is one default. */
async function lockCompany(db: Db, companyId: number): Promise<void> {
  await db.selectFrom('companies').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
}

async function has(db: Db, companyId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function makeDefault(db: Db, companyId: number, id: number): Promise<void> {
  const own = db.updateTable('addresses').where('company_id', '=', companyId);
  await own.where('is_default', '=', true).set({ is_default: false }).execute();
  await own.where('id', '=', id).set({ is_default: true }).execute();
}
