import type { ErrorsConfig, SiteConfig } from '#engine/generated/schemas.ts';
import type { Failure } from './answer.ts';
import type { Effects } from './effects.ts';
import { readTarget } from './link.ts';
import type { PageLocation } from './scope.ts';

type Rule = ErrorsConfig['rules'][number];

export interface PolicySettings {
  errors: ErrorsConfig;
  site: SiteConfig;
  effects: Effects;
  /** The current location; another object after each navigation. */
  location: () => PageLocation;
  /** Nothing is shown while rendering on a server; a redirect still happens. */
  server: boolean;
}

function matches({ on }: Rule, { kind, code, status }: Failure): boolean {
  if (kind !== 'refusal') return on === (kind === 'incomplete' ? 'malformed' : kind);
  if (typeof on === 'string') return false;
  if (Array.isArray(on)) return on.includes(code) || on.includes(status);
  return status >= (on.from ?? -Infinity) && status <= (on.to ?? Infinity);
}

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}

/** What happens when a call fails, as `config/errors.yaml` says (spec §8). */
export function createPolicy({ errors, site, effects, location, server }: PolicySettings) {
  let redirectedFrom: PageLocation | undefined;

  /** A rule that redirects to the current page does not apply: a wrong password on the login page needs a message. */
  function ruleFor(failure: Failure): Rule | undefined {
    const away = (rule: Rule) => rule.go === undefined || pathOf(rule.go) !== pathOf(location().path);
    return errors.rules.find((rule) => matches(rule, failure) && away(rule));
  }

  function messageOf(failure: Failure, rule = ruleFor(failure)): string {
    if (failure.kind === 'replaced') return '';
    const first = rule?.field ? Object.values(failure.errors ?? {})[0]?.[0] : undefined;
    return rule?.message ?? first ?? (failure.message || site.texts.failed);
  }

  /** Once per location: when several calls of a page are refused alike, only the first redirects. */
  function redirect(to: string): void {
    const from = location();
    if (redirectedFrom === from) return;
    redirectedFrom = from;
    if (to === site.pages.login)
      return effects.go(`${to}?from=${encodeURIComponent(from.path)}`, { replace: false });
    const target = readTarget(to);
    if (target.kind === 'internal') effects.go(target.to, { replace: false });
    if (target.kind === 'external') effects.load(target.to);
  }

  async function alert(message: string, rule: Rule | undefined): Promise<void> {
    const { alertTitle, accept, dismiss } = site.texts;
    const title = rule?.title ?? alertTitle;
    const button = rule?.button;
    if (!button) return effects.alert({ title, message, accept });
    if (!(await effects.confirm({ title, message, accept: button.text, cancel: dismiss }))) return;
    if (button.reload) effects.reload();
    else if (button.to !== undefined) redirect(button.to);
  }

  /**
   * Shows a failure and redirects where the rules say so. A call that shows its success as a toast
   * shows its refusal there too (spec §8, adding to the cart).
   */
  async function handle(failure: Failure, { toasts = false } = {}): Promise<void> {
    if (failure.kind === 'replaced') return;
    const rule = ruleFor(failure);
    const message = messageOf(failure, rule);
    if (!server) {
      const refused = failure.kind === 'refusal' && failure.status < 500 && rule?.go === undefined;
      const link =
        rule?.button?.to === undefined ? undefined : { text: rule.button.text, to: rule.button.to };
      if (toasts && refused) effects.toast({ text: message, icon: 'warning' });
      else if (rule?.show === 'toast')
        effects.toast({ text: message, icon: rule.icon ?? 'error', ...(link && { link }) });
      else if (rule?.show !== 'none') await alert(message, rule);
    }
    if (rule?.go !== undefined) redirect(rule.go);
  }

  return {
    handle,
    messageOf: (failure: Failure) => messageOf(failure),
    /** Whether the failure redirects to the login: it does not on the login page itself. */
    requiresLogin: (failure: Failure) => ruleFor(failure)?.go === site.pages.login,
    /** Whether the failure says that nobody is logged in, on whatever page. */
    meansLoggedOut: (failure: Failure) =>
      errors.rules.find((rule) => matches(rule, failure))?.go === site.pages.login,
  };
}

export type Policy = ReturnType<typeof createPolicy>;
