import type { Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends FileTables {}
}

interface FileTables {
  uploads: UploadsTable;
}

/** An uploaded file; its bytes are stored under the same id. */
interface UploadsTable {
  /** Cannot be guessed: it is part of the URL. */
  id: string;
  kind: string;
  /** Anybody may read it; else only its company and staff. */
  is_public: boolean;
  member_id: number;
  company_id: number;
  /** The name that it was uploaded with. */
  name: string;
  /** Media type, by its content. */
  type: string;
  size: number;
  sha256: string;
  created_at: number;
  /** When the job of unused files last looked at it; 0 for never. */
  examined_at: Generated<number>;
}
