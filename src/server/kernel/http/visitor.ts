/** Roles in order: each includes the permissions of those before it. */
const ROLES = ['visitor', 'member', 'approved', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** A visitor who is not logged in. */
export interface Anonymous {
  role: 'visitor';
  id: null;
  companyId: null;
  sessionId: null;
}

/** A logged-in member, acting for one company. */
export interface Member {
  /** `approved` once the company's certificates are valid (domain §1 `is_passed`). */
  role: 'member' | 'approved' | 'staff';
  id: number;
  companyId: number;
  /** domain §1 `company_type`, 1 to 9. */
  companyType: number;
  /** Scope codes of goods that the company may buy. */
  scopes: readonly string[];
  /** Level for member prices; 1 is the ordinary one. */
  level: number;
  /** The session's stored identity (a hash), not the cookie's value. */
  sessionId: string;
}

export type Visitor = Anonymous | Member;

export const ANONYMOUS: Anonymous = { role: 'visitor', id: null, companyId: null, sessionId: null };

/** Whether a role includes the role `needed`. */
export function mayUse(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The role of this name; undefined for a name that the server does not know. */
export const knownRole = (name: string): Role | undefined => ROLES.find((role) => role === name);

/** The member behind a call whose access is above `visitor`. @throws for a visitor, which would be a bug */
export function memberOf(visitor: Visitor): Member {
  if (visitor.role === 'visitor') throw new Error('a call for members was reached by a visitor');
  return visitor;
}
