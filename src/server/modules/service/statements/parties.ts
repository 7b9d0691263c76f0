import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Seller and buyer of a document, as in wholesale documents. */
export interface Parties {
  seller: string;
  /** The seller's 药品经营许可证. */
  licence: string;
  buyer: string;
  buyer_licence: string;
  /** 统一社会信用代码 */
  buyer_code: string;
}

/** Licences under which a company may buy medicines, the most specific first: a pharmacy's, a medical institution's, a device dealer's. */
const LICENCES = ['drug_licence', 'medical_licence', 'device_licence'];

export async function partiesOf(db: Db, site: SiteConfig, companyId: number): Promise<Parties> {
  const { name, credit_code } = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['name', 'credit_code'])
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('certificates')
    .where('company_id', '=', companyId)
    .where('state', '=', 'approved')
    .where('kind', 'in', LICENCES)
    .select(['kind', 'number'])
    .execute();
  return {
    seller: site.title,
    licence: site.constants.licences?.find(({ label }) => label.includes('药品经营许可证'))?.number ?? '',
    buyer: name,
    buyer_licence: LICENCES.flatMap((kind) => rows.find((row) => row.kind === kind)?.number ?? [])[0] ?? '',
    buyer_code: credit_code,
  };
}
