/** The value of a cookie in a `Cookie` header. */
export const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** A `Cookie` header without some of its cookies; undefined when none is left. */
export function withoutCookies(header: string | undefined, names: ReadonlySet<string>): string | undefined {
  const kept = (header ?? '')
    .split('; ')
    .filter((cookie) => cookie !== '' && !names.has(cookie.split('=', 1)[0] ?? ''));
  return kept.length > 0 ? kept.join('; ') : undefined;
}

/** Attributes of a foreign cookie that do not hold of it here. */
const FOREIGN = /^(?:domain|path|samesite|secure|partitioned)\b/i;

/**
 * A `Set-Cookie` of an API behind the host as the shop's own: sent with every page and call of the shop, so that pages are
 * rendered for the reader, and with nothing that another site begins.
 * @param secure the reader came over https
 */
export function ownCookie(cookie: string, secure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(/;\s*/);
  const kept = attributes.filter((attribute) => !FOREIGN.test(attribute));
  return [pair, ...kept, 'Path=/', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}
