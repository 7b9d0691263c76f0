import type { SiteConfig } from '#engine/generated/schemas.ts';

/** Where a host answers calls, in its own process or by passing them on. */
export const API_MOUNT = '/api';

type Api = Pick<SiteConfig['api'], 'base' | 'through'>;

/** Whether calls leave for an API elsewhere by way of the host, which adds what the reader's browser may not know. */
export const isForwarded = ({ base, through }: Api): boolean => base !== '' && through === 'host';

/** Whether the browser itself asks an API elsewhere: the host never sees who is reading. */
export const isDirect = ({ base, through }: Api): boolean => base !== '' && through === 'browser';

/** What stands before the path of every call, as a page of the shop asks for it. */
export function apiBase(api: Api): string {
  return isForwarded(api) ? API_MOUNT : api.base;
}
