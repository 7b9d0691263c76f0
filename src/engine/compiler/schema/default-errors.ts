import type { SiteConfig } from '#engine/generated/schemas.ts';

/** What `config/errors.yaml` says in a shop without one. */
export function defaultErrors({ user, pages, texts }: SiteConfig): { rules: object[] } {
  const login = user.call === undefined ? [] : [{ on: [401], show: 'none', go: pages.login }];
  return {
    rules: [
      ...login,
      { on: [400, 422], show: 'toast', field: true },
      { on: { from: 500, to: 599 }, show: 'toast', message: texts.busy },
      { on: { to: 499 }, show: 'toast' },
      { on: 'timeout', show: 'toast', message: texts.timeout },
      { on: 'network', show: 'toast', message: texts.network },
      { on: 'malformed', show: 'toast', message: texts.malformed },
    ],
  };
}
