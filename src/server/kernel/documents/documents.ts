import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { Member, Role } from '../http/visitor.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Refused } from '../result/answer.ts';

/** A file that is generated for one request. */
export interface DocumentFile {
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
  /** Shown by the browser where it can; else downloaded. */
  inline?: boolean;
}

export interface DocumentRequest {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  member: Member;
  now: number;
  /** The last part of the address. */
  id: string;
}

/** A kind of generated file: `GET /api/document/<name>/<id>`. */
export interface Document {
  access: Exclude<Role, 'visitor'>;
  make: (request: DocumentRequest) => Promise<DocumentFile | Refused>;
}

/** One kind of document of a module. */
export function defineDocument(document: Document): Document {
  return document;
}

/** A numeric id from a path, or null. */
export const parseId = (id: string) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null);
