import type { Offense } from '#engine/compiler/offense.ts';

/** Where the studio is, and its interface. */
export const STUDIO = '/studio';
export const API = `${STUDIO}/api`;
export const TOKEN_HEADER = 'x-studio-token';

/** Event of the development server: files of the config have changed, as `ChangedFiles`. */
export const FILES_CHANGED = 'storewright:studio-files';

/** Path -> the version that is on the disk now; null for a file that is gone or cannot be read. */
export type ChangedFiles = Readonly<Record<string, string | null>>;

/** A file of the config as it is on the disk. */
export interface StudioFile {
  text: string;
  /** Another one for each content. */
  version: string;
}

/** What the studio begins with, and reads again when files change. */
export interface StudioFiles {
  /** `config/...` -> file. */
  files: Record<string, StudioFile>;
  /** `schemas/...` -> text. */
  schemas: Record<string, string>;
  /** Absolute path of the folder of the config, for the editor. */
  folder: string;
  /** Kinds of pages that can be scaffolded. */
  kinds: readonly StudioKind[];
}

/** A kind of page that can be scaffolded. */
export interface StudioKind {
  name: string;
  label: string;
  hint: string;
  /** Has it a beginning and an end? */
  isDated: boolean;
  /** What else it asks for. */
  fields: readonly { name: string; label: string; hint: string; value: string }[];
}

export interface ScaffoldRequest {
  kind: string;
  name: string;
  title: string;
  /** As YAML has them; the usual ones when left out. */
  from?: string | undefined;
  until?: string | undefined;
  /** Of its fields. */
  values: Readonly<Record<string, string>>;
}

/** Why nothing is scaffolded: what of the request cannot be. */
export type ScaffoldFault = 'kind' | 'name' | 'title' | 'moment' | 'value';

/** The files of a new page, not written yet. */
export type ScaffoldAnswer = { files: Record<string, string> } | { fault: ScaffoldFault };

/** One file of a save. */
export interface FileChange {
  path: string;
  /** The version that was changed; null for a file that is new. */
  version: string | null;
  /** Null takes the file away. */
  text: string | null;
}

/** A call that nobody answers, to be answered with an example. */
export interface SampleRequest {
  call: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Of the reader in the frame. */
  role: string;
}

/** An answer that was made up, as the API of the shop would write it. */
export interface SampleAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

export type SaveRefusal =
  /** Somebody else has changed these files meanwhile: path -> what they are now, null for one that is gone. */
  | { reason: 'conflict'; present: Record<string, StudioFile | null> }
  /** The compiler would refuse it. */
  | { reason: 'offenses'; offenses: readonly Offense[] }
  /** The disk, or the place of the file, does not allow it. */
  | { reason: 'file'; path: string; detail: FileFault };

export type FileFault = 'place' | 'link' | 'encoding' | 'read-only' | 'disk-full' | 'disk';

/** The versions of the files that were saved; null for one that is gone. */
export type SaveAnswer =
  | { ok: true; versions: Record<string, string | null> }
  | ({ ok: false } & SaveRefusal);
