import { createHash } from 'node:crypto';
import type { ContractSummary } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { countUnsigned, listContracts } from './read.ts';

export interface SignatureInput {
  id: number;
  name: string;
  agree: number;
}

/**
 * Signs a contract for the member's company and records signer, time, network address and the digest of the text. A
 * contract that is signed already stays unchanged.
 */
export async function signContract(
  db: Db,
  { id: memberId, companyId }: Member,
  { id, name, agree }: SignatureInput,
  { address, now }: { address: string; now: number },
): Promise<Answer<ContractSummary>> {
  if (agree !== 1) return refuseField('agree', '请阅读并勾选同意合同内容');
  const signer = name.trim();
  if (signer.length < 2) return refuseField('name', '请填写签署人姓名');
  const contract = await db
    .selectFrom('contracts')
    .select(['title', 'version', 'body'])
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (!contract) return refuse('notFound', { message: '合同不存在或已有新的版本' });
  const { title, version, body } = contract;
  const signed = await db
    .insertInto('contract_signatures')
    .values({
      contract_id: id,
      company_id: companyId,
      member_id: memberId,
      signer,
      address,
      digest: createHash('sha256').update(`${title}\n${version}\n${body}`).digest('hex'),
      signed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'contract_id']).doNothing())
    .returning('contract_id')
    .executeTakeFirst();
  const answer = (await listContracts(db, companyId)).find((other) => other.id === id);
  if (!answer) throw new Error(`contract ${id} is not among those of company ${companyId}`);
  return signed ? made(answer, '签署成功') : ok(answer, '这份合同已经签署');
}

/** 459 while a needed contract waits for the company's signature (domain §1, spec §8). */
export async function refuseUnsigned(db: Db, { companyId }: Member): Promise<Refused | null> {
  const missing = await countUnsigned(db, companyId);
  return missing === 0
    ? null
    : refuse('contractRequired', { message: `还有 ${missing} 份电子合同未签署，请先签署再下单` });
}
