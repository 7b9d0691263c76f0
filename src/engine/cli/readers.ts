import type { SiteConfig } from '#engine/generated/schemas.ts';
import { customerRole, ROLE_COOKIE, userOf } from '#engine/host/fixtures/readers.ts';
import { isInternal, roleNames, VISITOR } from '#engine/runtime/roles.ts';
import type { Viewer } from '#engine/runtime/scope.ts';
import { CommandError } from './arguments.ts';

/** Logs a reader in to the running shop at this address. Resolves to a Cookie header. */
export type LogIn = (shop: string, name: string, site: SiteConfig) => Promise<string>;

/** The account that a role's preview names; the role itself where it names none. */
const accountOf = (role: string, { roles }: SiteConfig): string => roles[role]?.preview?.account ?? role;

/** Those in whose place one can look: the roles and the accounts of their previews -> their `$user`. */
export function knownReaders(site: SiteConfig): ReadonlyMap<string, Viewer> {
  const roles = Object.keys(site.roles);
  return new Map([
    [VISITOR, {}],
    ...roles.map((role) => [role, userOf(role, site)] as const),
    ...roles.map((role) => [accountOf(role, site), userOf(role, site)] as const),
  ]);
}

/** The account that looks at pages which need this role: a customer's where that is enough; undefined where nobody has to log in. */
export function accountFor(needed: string, site: SiteConfig): string | undefined {
  if (needed === VISITOR) return undefined;
  return accountOf(isInternal(needed, site) ? needed : customerRole(site), site);
}

/** An account of the shop's own people, who alone may look at other moments; undefined in a shop that has none. */
export function insideAccount(site: SiteConfig): string | undefined {
  const role = roleNames(site).find((name) => isInternal(name, site));
  return role === undefined ? undefined : accountOf(role, site);
}

/** Logs in to a shop on fixtures, where a reader is whoever the cookie says. */
export const fixtureLogIn: LogIn = async (_, name, site) => {
  const role = Object.keys(site.roles).find((one) => one === name || accountOf(one, site) === name);
  if (role === undefined)
    throw new CommandError(
      `没有 ${name} 这个角色 / the shop has no role ${name}: ${roleNames(site).join(', ')}`,
    );
  return `${ROLE_COOKIE}=${role}`;
};
