import type { CallName, Calls } from '#generated/calls.ts';
import type { SiteConfig, SlotConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { NoticeChannels } from '../outside/channels.ts';
import type { Gateways } from '../outside/payment-gateways/gateway.ts';
import type { SmsDispatcher } from '../outside/sms/dispatcher.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Wechat } from '../outside/wechat/wechat.ts';
import type { Answer } from '../result/answer.ts';
import type { PageTables } from './page-tables.ts';
import type { KnownVisitor, PendingLogin, SecondFactorRule } from './sessions.ts';
import type { Visitor } from './visitor.ts';

/**
 * Secret tokens that a browser carries from one page to the next, as HttpOnly cookies. They are never part of a URL, which
 * histories, logs and other sites get to see.
 */
export interface TokenCookies {
  /** Null when the browser has none. */
  read(purpose: TokenPurpose): string | null;
  set(purpose: TokenPurpose, token: string, seconds: number): void;
  clear(purpose: TokenPurpose): void;
}

type TokenPurpose = 'reset' | 'wechat-identity' | 'device';

/** What the shop is made of: the same for every request. */
export interface ShopContext {
  db: Db;
  site: SiteConfig;
  /** Advertisement slots as `config/ads.yaml` declares them. */
  slots: SlotConfig;
  uploads: UploadStorage;
  /** The payment gateways that the shop is configured with. */
  gateways: Gateways;
  /** How notices leave the shop. */
  channels: NoticeChannels;
  /** Sends text messages; null where no carrier is configured. */
  sms: SmsDispatcher | null;
  /** Login by WeChat; null where it is not configured. */
  wechat: Wechat | null;
  /** The named tables of the pages, which can be read whole. */
  pageTables: PageTables;
}

/** What every handler receives besides its own inputs. */
export interface RequestContext extends ShopContext {
  visitor: Visitor;
  /** Staff between the password and the second factor; every other call treats them as a visitor. */
  pendingLogin: PendingLogin | null;
  /** Whether staff must have a second factor. */
  secondFactorRule: SecondFactorRule;
  /** Hash of the cookie that binds a WeChat login to the browser. */
  browser: string | null;
  tokenCookies: TokenCookies;
  /** The server's clock, whole seconds since 1970. */
  now: number;
  /** The client's network address, for limits. */
  address: string;
  /** The sandbox cashier and the known passwords of a demo answer: to this machine alone, unless the demo is public. */
  mayUseDemo: boolean;
  /**
   * Runs the work in one transaction. A refusal that it returns rolls everything back. With an `Idempotency-Key` the
   * answer is stored in the same transaction, and a repeated request receives that answer. At most once per request.
   */
  transaction: <Data>(work: (db: Db) => Promise<Answer<Data>>) => Promise<Answer<Data>>;
  /**
   * Starts a session for a member, with a new id in the cookie. Staff whose second factor is still missing are `pending`
   * in it, and a visitor.
   */
  signIn: (memberId: number, proved?: { secondFactor: boolean }) => Promise<KnownVisitor>;
  /** Ends the visitor's session and clears the cookie. */
  signOut: () => Promise<void>;
}

/** The request of one call: inputs are validated, coerced, and have their defaults. */
export interface CallRequest<Name extends CallName> extends RequestContext {
  params: Calls[Name]['params'];
  query: Calls[Name]['query'];
  body: Calls[Name]['body'];
}

export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
) => Promise<Answer<Calls[Name]['data']>>;

export type Routes = { [Name in CallName]?: Handler<Name> };

/** Handlers of calls, by the call's name. A route file exports them by default; the module lists it. */
export function defineRoutes(routes: Routes): Routes {
  return routes;
}
