import type { Contract, ContractSummary } from '#generated/schemas.ts';
import { formatDateTime } from '#shop/domain/format.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { articleHtml } from '../../../kernel/text/article-html.ts';

/** Contracts with the company's signature: those in force, and those that it has signed. */
function withSignature(db: Db, companyId: number) {
  return db
    .selectFrom('contracts')
    .leftJoin('contract_signatures as signature', (join) =>
      join.onRef('signature.contract_id', '=', 'contracts.id').on('signature.company_id', '=', companyId),
    )
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('signed_at', 'is not', null)]))
    .select([
      'contracts.id',
      'title',
      'version',
      'summary',
      'is_needed',
      'published_at',
      'signer',
      'signed_at',
    ]);
}

type ContractRow = Awaited<ReturnType<ReturnType<typeof withSignature>['execute']>>[number];

function summaryOf({
  id,
  title,
  version,
  summary,
  is_needed,
  published_at,
  signer,
  signed_at,
}: ContractRow): ContractSummary {
  const isSigned = signed_at !== null;
  return {
    id,
    title,
    version,
    summary,
    is_needed: is_needed ? 1 : 0,
    needed_text: is_needed ? '必签' : '选签',
    published_at,
    is_signed: isSigned ? 1 : 0,
    status_text: isSigned ? '已签署' : '待签署',
    signed_at,
    signed_text: isSigned ? `${signer ?? ''} 于 ${formatDateTime(signed_at)} 签署` : '',
  };
}

/** All contracts of a company, unsigned ones first. */
export async function listContracts(db: Db, companyId: number): Promise<ContractSummary[]> {
  const rows = await withSignature(db, companyId)
    .orderBy((eb) => eb('signed_at', 'is', null), 'desc')
    .orderBy('is_needed', 'desc')
    .orderBy('position')
    .orderBy('contracts.id')
    .execute();
  return rows.map(summaryOf);
}

/** One contract in full, or null. */
export async function readContract(db: Db, companyId: number, id: number): Promise<Contract | null> {
  const row = await withSignature(db, companyId)
    .select('body')
    .where('contracts.id', '=', id)
    .executeTakeFirst();
  return row ? { ...summaryOf(row), body: articleHtml(row.body) } : null;
}

/** How many contracts the company must still sign before it may order (domain §1). */
export async function countUnsigned(db: Db, companyId: number): Promise<number> {
  const [found] = await loadUnsigned(db, { companyId });
  return found?.total ?? 0;
}

const loadUnsigned = prepareQuery<{ companyId: number }>()((db, { value }) =>
  db
    .selectFrom('contracts')
    .where('retired_at', 'is', null)
    .where('is_needed', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contract_signatures')
            .select('contract_id')
            .whereRef('contract_id', '=', 'contracts.id')
            .where('company_id', '=', value('companyId')),
        ),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('total')),
);
