import type { Db } from '../db/schema.ts';
import type { Visitor } from './visitor.ts';

/** Whether a second factor is required of staff or optional. */
export type SecondFactorRule = 'required' | 'optional';

export interface SessionOrigin {
  address: string;
  agent: string;
  /** The member has shown a second factor. */
  secondFactor: boolean;
}

/** A member of staff whose password was right and whose second factor is still to come. */
export interface PendingLogin {
  memberId: number;
  sessionId: string;
  /** The second factor is set up; otherwise that is the next step. */
  enrolled: boolean;
}

export interface KnownVisitor {
  visitor: Visitor;
  pending: PendingLogin | null;
  /** The session was extended: the cookie is to be sent again. */
  renewed: boolean;
}

/** The session store that requests need; the identity module implements it. */
export interface Sessions {
  /** Seconds that a session lives after its last use. */
  lifetime: number;
  /** Starts a session; returns the cookie's value. */
  start(db: Db, memberId: number, now: number, origin: SessionOrigin): Promise<string>;
  /** The visitor of this cookie; anonymous when it is unknown or expired. */
  visitorOf(
    db: Db,
    cookie: string | undefined,
    moment: { now: number; rule: SecondFactorRule },
  ): Promise<KnownVisitor>;
  /** Whether the session is still valid; does not extend it. */
  isOpen(db: Db, sessionId: string, now: number): Promise<boolean>;
  /** Seconds for which a browser is known after its last login. */
  deviceLifetime: number;
  /** Records that a member has logged in in a browser, by the token that it has; returns the token that replaces it. */
  rememberDevice(db: Db, memberId: number, now: number, token: string | null): Promise<string>;
  /** @param sessionId the stored identity, as `Visitor` carries it */
  end(db: Db, sessionId: string): Promise<void>;
}
