import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends ContractTables {}
}

interface ContractTables {
  contracts: ContractsTable;
  contract_signatures: ContractSignaturesTable;
}

/** One version of a contract; `body` is Markdown. */
interface ContractsTable {
  id: Generated<number>;
  code: string;
  version: string;
  title: string;
  summary: string;
  body: string;
  /** Orders are refused without a signature. */
  is_needed: boolean;
  position: number;
  published_at: number;
  /** When a later version replaced it. */
  retired_at: number | null;
}

/** A signature of a company; the member is the one who signed. */
interface ContractSignaturesTable {
  contract_id: number;
  company_id: number;
  member_id: number;
  /** Name as typed. */
  signer: string;
  /** Network address. */
  address: string;
  /** SHA-256 of the text that was signed, in hexadecimal. */
  digest: string;
  signed_at: number;
}
