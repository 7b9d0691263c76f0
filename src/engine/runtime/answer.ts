/** What went wrong on the way, so that there is no answer of the server's. `incomplete`: the call lacks a path parameter. */
export type FaultKind = 'timeout' | 'network' | 'malformed' | 'replaced' | 'incomplete';

/** A call that did not succeed: refused by the server (`code` is its), or lost on the way (`code` 0). */
export interface Failure {
  ok: false;
  kind: 'refusal' | FaultKind;
  code: number;
  /** The server's message; '' for a fault. */
  message: string;
  data: unknown;
  /** Field name -> messages, from a 422. */
  errors?: Record<string, string[]>;
}

interface Success {
  ok: true;
  code: number;
  message: string;
  data: unknown;
}

export type Answer = Success | Failure;

export function fault(kind: FaultKind): Failure {
  return { ok: false, kind, code: 0, message: '', data: null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readErrors(data: unknown): Record<string, string[]> | undefined {
  if (!isRecord(data) || !isRecord(data['errors'])) return undefined;
  const entries = Object.entries(data['errors']).map(([field, messages]): [string, string[]] => [
    field,
    (Array.isArray(messages) ? messages : [messages]).filter((message) => typeof message === 'string'),
  ]);
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
}

/** Whether it is unknown if this write took effect, and a repeat under the same idempotency key settles it. */
export function isRepeatable(answer: Answer): boolean {
  return !answer.ok && answer.code >= 500 && isRecord(answer.data) && answer.data['repeatable'] === true;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The body of a response -> an answer. `{ code, message, data }` is expected whatever the HTTP status; a gateway's own
 * page for a 5xx counts as that code, anything else of another shape is malformed.
 */
export function readAnswer(status: number, text: string, success: readonly number[]): Answer {
  const body = parse(text);
  if (!isRecord(body) || typeof body['code'] !== 'number' || typeof body['message'] !== 'string') {
    if (status < 500) return fault('malformed');
    return { ok: false, kind: 'refusal', code: status, message: '', data: null };
  }
  const { code, message, data = null } = body as { code: number; message: string; data?: unknown };
  if (success.includes(code)) return { ok: true, code, message, data };
  const errors = code === 422 ? readErrors(data) : undefined;
  return { ok: false, kind: 'refusal', code, message, data, ...(errors && { errors }) };
}
