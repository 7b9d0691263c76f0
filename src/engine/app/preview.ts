import type { PublicRegistry, SiteConfig } from '#engine/generated/schemas.ts';
import { answersOf } from '#engine/runtime/answer.ts';
import { type ClientSettings, createClient } from '#engine/runtime/client.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import { fromLocalTime } from '#engine/runtime/format/zone.ts';
import { asRecord } from '#engine/runtime/input.ts';
import { isInternal, roleOf, VISITOR } from '#engine/runtime/roles.ts';

/** Another moment, another reader, for those who build the shop: `?at=2026-11-11T00:00&as=member`. */
export interface Preview {
  /** Seconds. */
  at?: number;
  /** A role of the site. */
  as?: string;
}

/** The role that a name stands for: its own, or that of a demo account; undefined for one that cannot be played. */
function roleNamed(name: string, { roles }: SiteConfig): string | undefined {
  if (name === VISITOR) return VISITOR;
  return Object.entries(roles).find(
    ([role, { preview }]) => preview !== undefined && (role === name || preview.account === name),
  )?.[0];
}

/** Without a zone the shop's is meant. Seconds; undefined when it is no time. */
function readMoment(text: string, { timeZone }: SiteConfig): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text);
  const parsed = match
    ? fromLocalTime(`${match[1]}T${match[2] ?? '00:00'}:00`, timeZone)
    : Date.parse(text) / 1000;
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed);
}

/** The preview that an address requests; null when it requests none. */
function readPreview(url: URL, site: SiteConfig): Preview | null {
  const [time, name] = [url.searchParams.get('at'), url.searchParams.get('as')];
  const at = time === null ? undefined : readMoment(time, site);
  const as = name === null ? undefined : roleNamed(name, site);
  if (at === undefined && as === undefined) return null;
  return { ...(at !== undefined && { at }), ...(as !== undefined && { as }) };
}

type Network = Pick<ClientSettings, 'fetch' | 'answerInProcess'>;

interface PreviewOptions {
  isDevelopment: boolean;
  network: Network;
}

/** Whether the reader is staff, as the server answers. */
async function isStaff({ site, calls, errors }: PublicRegistry, network: Network): Promise<boolean> {
  if (site.user.call === undefined) return false;
  const client = createClient({ calls, api: site.api, answers: answersOf(site, errors), ...network });
  const answer = await client.call(site.user.call);
  return answer.ok && isInternal(roleOf(asRecord(answer.data), site), site);
}

/** The preview that a request asks for, where allowed: in development, and for staff. */
export async function previewOf(
  request: Request,
  registry: PublicRegistry,
  { isDevelopment, network }: PreviewOptions,
): Promise<Preview | null> {
  const preview = readPreview(new URL(request.url), registry.site);
  if (preview === null) return null;
  return isDevelopment || (await isStaff(registry, network)) ? preview : null;
}

/** The target of a redirect with the preview's query, so that the preview goes on there. */
export function withPreview(to: string, request: Request): string {
  const { origin, searchParams } = new URL(request.url);
  const target = new URL(to, origin);
  if (target.origin !== origin) return to;
  for (const name of ['at', 'as']) {
    const value = searchParams.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return target.pathname + target.search + target.hash;
}

/** What is seen is not what buyers see; said above the page, where no code of the page can hide it. */
export function previewNotice({ at, as }: Preview, site: SiteConfig): string {
  const time = at === undefined ? '' : formatsOf(site).minute(at);
  return [site.texts.preview, time, as ?? ''].filter((part) => part !== '').join(' · ');
}
