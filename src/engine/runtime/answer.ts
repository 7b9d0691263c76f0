import type {
  AnswersConfig,
  CallBinding,
  ErrorsConfig,
  Pointer,
  Pointers,
  SiteConfig,
  Success as SuccessCondition,
} from '#engine/generated/schemas.ts';
import { type PageRequest, readPage } from './paging.ts';
import { valueAt } from './pointer.ts';

/** What went wrong on the way, so that there is no answer of the server's. `incomplete`: the call lacks a path parameter. */
export type FaultKind = 'timeout' | 'network' | 'malformed' | 'replaced' | 'incomplete';

/** A call that did not succeed: refused by the server, or lost on the way (`code` and `status` 0). */
export interface Failure {
  ok: false;
  kind: 'refusal' | FaultKind;
  /** The server's own: a number, or a word such as `OUT_OF_STOCK`; the status where it writes none. */
  code: number | string;
  /** The code where it is a number, else the HTTP status: what ranges of codes are held against. */
  status: number;
  /** The server's message; '' for a fault. */
  message: string;
  data: unknown;
  /** Field name -> messages, from a 422. */
  errors?: Record<string, string[]>;
  /** Given where the call is kept until the line is back: its answer then, after what it renews has arrived. */
  kept?: Promise<Answer>;
}

interface Success {
  ok: true;
  message: string;
  data: unknown;
}

export type Answer = Success | Failure;

export function fault(kind: FaultKind): Failure {
  return { ok: false, kind, code: 0, status: 0, message: '', data: null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const messagesOf = (messages: unknown): string[] =>
  (Array.isArray(messages) ? messages : [messages]).filter((message) => typeof message === 'string');

/** `/data/attributes/email` and `email` name the same field. */
const fieldName = (name: unknown): string => (typeof name === 'string' ? (name.split('/').at(-1) ?? '') : '');

function readErrors(body: unknown, fields: AnswerShape['fields']): Record<string, string[]> | undefined {
  if (fields === undefined) return undefined;
  const found = valueAt(body, typeof fields === 'string' ? fields : fields.list);
  const pairs: [string, string[]][] =
    typeof fields === 'string'
      ? Object.entries(isRecord(found) ? found : {}).map(([name, told]) => [name, messagesOf(told)])
      : (Array.isArray(found) ? found : []).map((one) => [
          fieldName(valueAt(one, fields.name)),
          messagesOf(valueAt(one, fields.message)),
        ]);
  const errors = new Map<string, string[]>();
  for (const [name, messages] of pairs)
    if (name !== '' && messages.length > 0) errors.set(name, [...(errors.get(name) ?? []), ...messages]);
  return errors.size > 0 ? Object.fromEntries(errors) : undefined;
}

/** Whether it is unknown if this write took effect, and a repeat under the same idempotency key settles it. */
export function isRepeatable(answer: Answer): boolean {
  return !answer.ok && answer.status >= 500 && isRecord(answer.data) && answer.data['repeatable'] === true;
}

function readJson(text: string, parse: ParseJson): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Reads JSON. @throws SyntaxError for what is none */
export type ParseJson = (text: string) => unknown;

/** Where an API writes what an answer holds; `schemas/engine/config/answers.schema.json` describes each part. */
export type AnswerShape = Readonly<AnswersConfig> & Readonly<Required<Pick<AnswersConfig, 'data' | 'ok'>>>;

/**
 * The shape of an API that writes `{ code, message, data }`, whatever the HTTP status.
 * @param success the codes that count as success
 */
const envelopeShape = (success: readonly number[]): AnswerShape => ({
  data: '/data',
  ok: { at: '/code', in: [...success] },
  message: '/message',
  code: '/code',
  fields: '/data/errors',
});

/** How the API of a site writes its answers, where a call does not say otherwise. */
export const answersOf = (
  site: Pick<SiteConfig, 'api'>,
  { success }: Pick<ErrorsConfig, 'success'>,
): AnswerShape => (site.api.answers ? { ...REST_SHAPE, ...site.api.answers } : envelopeShape(success));

/** What `site.yaml` leaves out of `api.answers`: the whole body is the data, the HTTP status says whether it is one. */
const REST_SHAPE = { data: '', ok: { status: '2xx' } } satisfies AnswerShape;

/** A call that a server refused with this status alone. */
export const refusal = (status: number): Failure => ({
  ok: false,
  kind: 'refusal',
  code: status,
  status,
  message: '',
  data: null,
});

/** A success meets all of these. */
export const conditionsOf = ({ ok }: AnswerShape): readonly SuccessCondition[] =>
  Array.isArray(ok) ? ok : [ok];

/** Does the body say, and not the HTTP status alone, how it went? */
const isToldInBody = (shape: AnswerShape): boolean => conditionsOf(shape).some((one) => 'at' in one);

/** Whether a body says if it is a success; what a gateway writes by itself does not. */
const isReadable = (body: unknown, shape: AnswerShape): boolean =>
  conditionsOf(shape).every(
    (one) =>
      !('at' in one) || (isRecord(body) && (valueAt(body, one.at) !== undefined || one.in.includes(null))),
  );

const isSuccess = (body: unknown, status: number, shape: AnswerShape): boolean =>
  conditionsOf(shape).every((one) =>
    'at' in one
      ? (one.in as readonly unknown[]).includes(valueAt(body, one.at) ?? null)
      : status >= 200 && status < 300,
  );

/** Where a part of an answer may be, the likeliest place first. */
export const placesOf = (pointers: Pointers | undefined): readonly Pointer[] =>
  pointers === undefined || Array.isArray(pointers) ? (pointers ?? []) : [pointers];

/** The first text or number in these places; '' counts as nothing. */
function writtenIn(body: unknown, pointers: Pointers | undefined): number | string | undefined {
  for (const pointer of placesOf(pointers)) {
    const written = valueAt(body, pointer);
    if (typeof written === 'number' || (typeof written === 'string' && written !== '')) return written;
  }
  return undefined;
}

/** The status as a code; 400 where it claims a success that the body denies. */
const refusalStatus = (status: number): number => (status >= 400 ? status : 400);

/** What came back of a request. */
export interface Received {
  status: number;
  text: string;
  headers: Pick<Headers, 'get'>;
}

/** How one call's answers are read. */
export interface Reading {
  shape: AnswerShape;
  /** Where the data must hold a list or an object; an answer without is no answer to this call. */
  containers?: CallBinding['containers'];
  /** Given where it answers a page of a list. */
  page?: PageRequest | undefined;
}

const isContainer = (value: unknown, kind: 'list' | 'object'): boolean =>
  kind === 'list' ? Array.isArray(value) : isRecord(value);

/** Does the data have the lists and objects that its schema promises? Blocks are drawn of nothing else. */
const holdsContainers = (data: unknown, containers: Reading['containers'] = {}): boolean =>
  Object.entries(containers).every(([pointer, kind]) => isContainer(valueAt(data, pointer), kind));

/** The body as JSON; null for an empty one where the HTTP status says how it went, undefined for what is no JSON. */
export const bodyOf = (
  { text }: Pick<Received, 'text'>,
  shape: AnswerShape,
  parse: ParseJson = JSON.parse,
): unknown => (text === '' && !isToldInBody(shape) ? null : readJson(text, parse));

/**
 * The body of a response -> an answer. What is no JSON, or lacks the parts by which it is read, counts as the HTTP status
 * where that is an error that no server of the API wrote (5xx, and 4xx where the status decides), else as malformed.
 */
export function readAnswer(
  body: unknown,
  { status, headers }: Pick<Received, 'status' | 'headers'>,
  { shape, containers, page }: Reading,
): Answer {
  if (body === undefined || !isReadable(body, shape)) {
    return status >= (isToldInBody(shape) ? 500 : 400) ? refusal(status) : fault('malformed');
  }
  const written = writtenIn(body, shape.message);
  const message = typeof written === 'string' ? written : '';
  const data = valueAt(body, shape.data) ?? null;
  if (isSuccess(body, status, shape)) {
    const read = page ? readPage({ data, body, headers }, page) : data;
    if (read === undefined || !holdsContainers(read, containers)) return fault('malformed');
    return { ok: true, message, data: read };
  }
  const errors = readErrors(body, shape.fields);
  const code = writtenIn(body, shape.code) ?? refusalStatus(status);
  return {
    ok: false,
    kind: 'refusal',
    code,
    status: typeof code === 'number' ? code : refusalStatus(status),
    message,
    data,
    ...(errors && { errors }),
  };
}
