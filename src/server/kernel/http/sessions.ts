import type { Db } from '../db/schema.ts';
import type { Visitor } from './visitor.ts';

/** Whether staff must have a second factor, or may. */
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
  /** The session was lengthened: the cookie should be sent again. */
  renewed: boolean;
}

/** Sessions as requests need them; whoever keeps accounts provides them. */
export interface Sessions {
  /** Seconds that a session lives after its last use. */
  lifetime: number;
  /** A new session; answers the cookie's value. */
  start(db: Db, memberId: number, now: number, origin: SessionOrigin): Promise<string>;
  /** Who holds this cookie; an unknown or expired one is a visitor's. */
  visitorOf(
    db: Db,
    cookie: string | undefined,
    moment: { now: number; rule: SecondFactorRule },
  ): Promise<KnownVisitor>;
  /** Does the session still stand? It is not lengthened by being asked. */
  isOpen(db: Db, sessionId: string, now: number): Promise<boolean>;
  /** @param sessionId the stored identity, as `Visitor` carries it */
  end(db: Db, sessionId: string): Promise<void>;
}
