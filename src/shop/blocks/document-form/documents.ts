import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { fill } from '#engine/ui/fill.ts';
import type { BlockProps } from '#generated/blocks.ts';
import { certificateAge } from '#shop/domain/certificates.ts';
import { formatDate } from '#shop/domain/format.ts';

export type Settings = BlockProps['document-form'] & Pick<BlockComponentProps<'document-form'>, 'on'>;
export type Item = BlockProps['document-form']['items'][number];
export type Texts = BlockProps['document-form']['texts'];
export type SentFile = Item['files'][number];

/** What the reader has entered about one document. */
export interface Entry {
  number: string;
  issuer: string;
  issued: string;
  expires: string;
  long: boolean;
  files: readonly SentFile[];
  /** It is being entered, or changed. What was passed, and what may be left out, is closed until the reader opens it. */
  open: boolean;
  /** Files on their way. */
  sending: number;
}

/** By kind. */
export type Entries = Readonly<Record<string, Entry>>;
export type FieldName = 'number' | 'issuer' | 'issued' | 'expires' | 'files';
/** By kind, then field. */
export type Problems = Readonly<Record<string, Partial<Record<FieldName, string>>>>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function filesOf(value: unknown): SentFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file: Partial<SentFile> | null) =>
    typeof file?.id === 'string'
      ? [{ id: file.id, url: text(file.url), name: text(file.name), type: text(file.type) }]
      : [],
  );
}

function entryOf(item: Item, draft: Readonly<Record<string, unknown>> | undefined): Entry {
  const { number, issuer, issued, expires } = { ...item, ...draft };
  return {
    number: text(number),
    issuer: text(issuer),
    issued: text(issued),
    expires: text(expires),
    long: draft ? draft['long'] === true || draft['long'] === 1 || draft['long'] === '1' : item.long === 1,
    files: draft ? filesOf(draft['files']) : item.files,
    open: draft !== undefined || item.state === 'rejected' || (item.state === 'none' && item.needed === 1),
    sending: 0,
  };
}

/** What is entered at the start: what was sent before, and over it what was typed and never sent. */
export function startEntries(
  items: readonly Item[],
  draft: Readonly<Record<string, unknown>> | null | undefined,
): Entries {
  return Object.fromEntries(
    items.map((item) => {
      const typed = draft?.[item.kind];
      const known = typeof typed === 'object' && typed !== null ? { ...typed } : undefined;
      return [item.kind, entryOf(item, known)];
    }),
  );
}

/** Has nothing been entered about it? */
const isBlank = (entry: Entry): boolean =>
  entry.files.length === 0 &&
  entry.sending === 0 &&
  [entry.number, entry.issuer, entry.issued, entry.expires].every((one) => one === '');

/** Those that would be sent: open ones with something in them, and the needed ones in any case. */
export function toSend(items: readonly Item[], entries: Entries, whole: boolean): Item[] {
  return items.filter((item) => {
    const entry = entries[item.kind];
    return entry?.open && ((whole && item.needed === 1) || !isBlank(entry));
  });
}

/** @param now the server's clock, s */
export function problemsOf(item: Item, entry: Entry, texts: Texts, now: number): Problems[string] {
  const { number, issuer, issued, expires, long, files, sending } = entry;
  const filesProblem = files.length === 0 ? fill(texts.noFile, { label: item.label }) : undefined;
  const issuedProblem = issued === '' ? texts.required : issued > formatDate(now) ? texts.future : undefined;
  return definite({
    files: sending > 0 ? texts.sending : filesProblem,
    number: number.trim().length < 4 ? texts.required : undefined,
    issuer: issuer.trim().length < 2 ? texts.required : undefined,
    issued: issuedProblem,
    expires: long ? undefined : expiryProblem(issued, expires, texts, now),
  });
}

function expiryProblem(issued: string, expires: string, texts: Texts, now: number): string | undefined {
  if (expires === '') return texts.required;
  if (issued !== '' && expires <= issued) return texts.order;
  return certificateAge(expires, now) === 'expired' ? texts.expired : undefined;
}

const definite = (table: Partial<Record<FieldName, string | undefined>>): Problems[string] =>
  Object.fromEntries(Object.entries(table).filter(([, problem]) => problem !== undefined));

/** As the call takes it. */
export function payloadOf(items: readonly Item[], entries: Entries) {
  return items.flatMap(({ kind }) => {
    const entry = entries[kind];
    if (!entry) return [];
    const { number, issuer, issued, expires, long, files } = entry;
    return [
      {
        kind,
        number: number.trim(),
        issuer: issuer.trim(),
        issued,
        expires: long ? '' : expires,
        long: long ? 1 : 0,
        files: files.map(({ id }) => id),
      },
    ];
  });
}

/** The server's errors (`certificates.0.number`; `certificates.mandate` where a kind is missing) at their documents. */
export function problemsByDocument(
  errors: Readonly<Record<string, string[]>>,
  sent: readonly Item[],
): Problems {
  const found: Record<string, Partial<Record<FieldName, string>>> = {};
  for (const [path, [message]] of Object.entries(errors)) {
    const [, index, field = 'files'] = /^certificates\.(\d+)\.(\w+)/.exec(path) ?? [];
    const kind = index === undefined ? path.replace(/^certificates\./, '') : sent[Number(index)]?.kind;
    if (kind === undefined || message === undefined) continue;
    const name = field === 'kind' || index === undefined ? 'files' : (field as FieldName);
    found[kind] = { ...found[kind], [name]: message };
  }
  return found;
}

/** What may be kept of the entries: those that are open. */
export const openEntries = (entries: Entries): Record<string, Entry> =>
  Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry.open && !isBlank(entry)));
