declare module '../db/schema.ts' {
  interface Database extends RequestTables {}
}

interface RequestTables {
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
}

/** Times are whole seconds since 1970, by the server's clock. */
type Seconds = number;

interface IdempotencyKeysTable {
  member_id: number;
  path: string;
  key: string;
  /** SHA-256 of the request's body, so that a key used for another request is noticed. */
  fingerprint: string;
  code: number;
  /** The whole answer, as JSON text. */
  answer: string;
  created_at: Seconds;
}

/** Requests of an address to a call within a window of time. */
interface RateLimitsTable {
  /** Method, path and address. */
  key: string;
  count: number;
  /** Milliseconds since 1970. */
  ends_at: number;
}
