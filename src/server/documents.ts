import { readdir } from 'node:fs/promises';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Refused } from './answer.ts';
import type { Db } from './db/schema.ts';
import type { UploadStorage } from './uploads/storage.ts';
import type { Member, Role } from './visitor.ts';

/** A file made for one request. */
export interface DocumentFile {
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
  /** Opened by the browser where it can; else saved. */
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

/** A kind of file that can be loaded: `GET /api/document/<name>/<id>`. */
export interface Document {
  access: Exclude<Role, 'visitor'>;
  make: (request: DocumentRequest) => Promise<DocumentFile | Refused>;
}

/** One kind of document; files in `documents/` are found by folder, each exports one by default. */
export function defineDocument(document: Document): Document {
  return document;
}

const FOLDER = new URL('./documents/', import.meta.url);

/** Name -> document. */
export async function loadDocuments(): Promise<Map<string, Document>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
  const documents = new Map<string, Document>();
  for (const name of names) {
    const { default: document } = (await import(new URL(name, FOLDER).href)) as { default: Document };
    documents.set(name.replace('.ts', ''), document);
  }
  return documents;
}

/** A number of an address, or null. */
export const numberOf = (id: string) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null);
