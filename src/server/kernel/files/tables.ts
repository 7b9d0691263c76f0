declare module '../db/schema.ts' {
  interface Database extends FileTables {}
}

interface FileTables {
  uploads: UploadsTable;
}

/** A file that somebody uploaded; its bytes are in the storage under the same id. */
interface UploadsTable {
  /** Cannot be guessed: it is part of the address. */
  id: string;
  kind: string;
  /** Anybody may have it; else its company and staff. */
  is_public: boolean;
  member_id: number;
  company_id: number;
  /** As its owner called it. */
  name: string;
  /** Media type, by its content. */
  type: string;
  size: number;
  sha256: string;
  created_at: number;
}
