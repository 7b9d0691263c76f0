import type { CallName, Calls } from '#generated/calls.ts';
import type { SiteConfig, SlotConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { Gateways } from '../outside/payment-gateways/gateway.ts';
import type { SmsPost } from '../outside/sms/dispatcher.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Wechat } from '../outside/wechat/wechat.ts';
import type { Answer } from '../result/answer.ts';
import type { KnownVisitor, PendingLogin, SecondFactorRule } from './sessions.ts';
import type { Visitor } from './visitor.ts';

/**
 * Secrets that a browser carries from one page to the next, as cookies that no script reads. They never stand in an
 * address, which histories, logs and other sites get to see.
 */
export interface Tickets {
  /** Null when the browser holds none. */
  read(kind: TicketKind): string | null;
  give(kind: TicketKind, ticket: string, seconds: number): void;
  drop(kind: TicketKind): void;
}

type TicketKind = 'reset' | 'wechat-identity';

/** What every handler is given besides its own inputs. */
export interface RequestContext {
  db: Db;
  visitor: Visitor;
  /** Staff between the password and the second factor; to every other call they are a visitor. */
  pendingLogin: PendingLogin | null;
  /** Whether staff must have a second factor. */
  secondFactorRule: SecondFactorRule;
  site: SiteConfig;
  /** Advertisement slots as `config/ads.yaml` declares them. */
  slots: SlotConfig;
  uploads: UploadStorage;
  /** The payment gateways that the shop is set up with. */
  gateways: Gateways;
  /** Sends short messages; null where no carrier is configured. */
  sms: SmsPost | null;
  /** Login by WeChat; null where it is not configured. */
  wechat: Wechat | null;
  /** What the browser holds of a WeChat login under way, as a hash. */
  browser: string | null;
  tickets: Tickets;
  /** The server's clock, whole seconds since 1970. */
  now: number;
  /** The client's network address, for limits. */
  address: string;
  /**
   * Runs the work in one transaction. A refusal that it returns rolls everything back. With an `Idempotency-Key` the
   * answer is stored in the same transaction, and a repeat of the request is given that answer instead of new work.
   * At most once a request.
   */
  transaction: <Data>(work: (db: Db) => Promise<Answer<Data>>) => Promise<Answer<Data>>;
  /**
   * Starts a session for a member: a new id, sent as the cookie. Staff who have not shown a second factor that they
   * need are `pending` in it, and a visitor.
   */
  signIn: (memberId: number, proved?: { secondFactor: boolean }) => Promise<KnownVisitor>;
  /** Ends the visitor's session and clears the cookie. */
  signOut: () => Promise<void>;
}

/** The request as the handler of one call sees it: inputs checked, coerced, and with defaults filled in. */
export interface CallRequest<Name extends CallName> extends RequestContext {
  params: Calls[Name]['params'];
  query: Calls[Name]['query'];
  body: Calls[Name]['body'];
}

export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
) => Promise<Answer<Calls[Name]['data']>>;

export type Routes = { [Name in CallName]?: Handler<Name> };

/** The handlers of one resource. Files in `routes/` are found by folder; each exports this by default. */
export function defineRoutes(routes: Routes): Routes {
  return routes;
}
