import type { Action } from '#engine/generated/schemas.ts';
import type { Failure } from './answer.ts';
import { holds } from './condition.ts';
import { asRecord, resolveInput } from './input.ts';
import { readTarget, type Target } from './link.ts';
import { DONE, type Outcome } from './outcome.ts';
import type { OwnerData } from './owner-data.ts';
import { reads, resolve, resolveString } from './reference.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

type ActionOf<Key extends string> = Extract<Action, Record<Key, unknown>>;

/** One run of a list: the scope grows by the answers of `as`, renewals go on beside the following actions. */
interface Run {
  session: Session;
  ownerData: OwnerData | undefined;
  scope: Scope;
  /** What the last call answered. */
  answer?: { data: unknown };
  renewals: Promise<void>[];
  /** Withdraws an open dialog: its answer no longer matters. */
  signal: AbortSignal | undefined;
}

/**
 * Refused because the data on the screen is stale: deleted, or changed by somebody else. A code in a word, of an answer
 * without a status of its own (400 stands for it), may mean that too, or that a part was done: 3 of the 5 that were asked for.
 */
const isOutdated = ({ kind, status, code }: Failure) =>
  kind === 'refusal' && (status === 404 || status === 409 || (status === 400 && typeof code === 'string'));

async function call(action: ActionOf<'call'>, run: Run): Promise<Outcome> {
  const { session, scope } = run;
  const answer = await session.call(action.call, resolveInput(action, scope), {
    silent: action.silent ?? false,
  });
  const { renews } = session.client.binding(action.call);
  if (renews && (answer.ok || isOutdated(answer))) run.renewals.push(session.renew(renews));
  if (!answer.ok) {
    const { status: code, errors, kept } = answer;
    const message = session.policy.messageOf(answer);
    return { ok: false, code, message, ...(errors && { errors }), ...(kept && { kept }) };
  }
  run.answer = { data: answer.data };
  if (action.as !== undefined) {
    run.scope = { ...scope, data: { ...scope.data, [action.as]: answer.data } };
    run.ownerData?.publish(action.as, answer.data);
  }
  return DONE;
}

function toast(action: ActionOf<'toast'>, { session, scope }: Run): Outcome {
  const { link } = action;
  session.effects.toast({
    text: resolveString(action.toast, scope),
    icon: action.icon ?? 'success',
    ...(link && { link: { text: resolveString(link.text, scope), to: resolveString(link.to, scope) } }),
  });
  return DONE;
}

/** Whether the address bar or the reader decides which site a link leads to; only config and server may. */
function isForeign(link: string): boolean {
  const roots = ['query', 'route', 'form', 'event'] as const;
  return !/^https?:\/\/[^{]+\//.test(link) && roots.some((root) => reads(link, root));
}

function go(action: ActionOf<'go'>, { session, scope }: Run): Outcome {
  const { effects, site } = session;
  const named = readTarget(resolveString(action.go, scope));
  const safe = ['internal', 'back', 'here'].includes(named.kind) || !isForeign(action.go);
  const target: Target = safe ? named : { kind: 'internal', to: site.pages.home };
  if (target.kind === 'back') effects.back();
  else if (target.kind === 'here') effects.reload();
  else if (target.kind === 'none')
    effects.toast({ text: target.message || site.texts.linkWithoutTarget, icon: 'info' });
  else if (target.kind === 'external' || action.reload) effects.load(target.to);
  else effects.go(target.to, { replace: action.replace ?? false });
  return DONE;
}

async function confirm(action: ActionOf<'confirm'>, { session, scope, signal }: Run): Promise<Outcome> {
  const { texts } = session.site;
  const question = {
    title: texts.alertTitle,
    message: resolveString(action.confirm, scope),
    accept: resolveString(action.accept ?? texts.accept, scope),
    cancel: resolveString(action.cancel ?? texts.cancel, scope),
  };
  const accepted = await session.effects.confirm(question, signal);
  return accepted ? DONE : { ok: false, code: -1, message: '' };
}

async function showAlert(action: ActionOf<'alert'>, { session, scope }: Run): Promise<Outcome> {
  const { alertTitle, accept, linkWithoutTarget } = session.site.texts;
  await session.effects.alert({
    title: resolveString(action.title ?? alertTitle, scope),
    message: resolveString(action.alert, scope) || linkWithoutTarget,
    accept,
  });
  return DONE;
}

async function runAction(action: Action, run: Run): Promise<Outcome> {
  const { effects } = run.session;
  if ('call' in action) return call(action, run);
  if ('toast' in action) return toast(action, run);
  if ('go' in action) return go(action, run);
  if ('confirm' in action) return confirm(action, run);
  if ('alert' in action) return showAlert(action, run);
  if ('when' in action)
    return runList(holds(action.when, run.scope) ? action.then : (action.else ?? []), run);
  if ('query' in action)
    effects.setQuery(asRecord(resolve(action.query, run.scope)), { replace: action.replace ?? false });
  if ('open' in action) effects.open(action.open, resolve(action.with, run.scope));
  if ('close' in action) effects.close(action.close);
  if ('remember' in action) run.session.remember(asRecord(resolve(action.remember, run.scope)));
  if ('refresh' in action) run.renewals.push(run.session.renew(action.refresh, run.ownerData));
  return DONE;
}

async function runList(actions: readonly Action[], run: Run): Promise<Outcome> {
  for (const action of actions) {
    const outcome = await runAction(action, run);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

/**
 * Runs a list of actions, one after another, up to the first that is refused. Resolves when what they renewed has arrived,
 * too: a block that is busy until then never shows old figures again.
 * `ownerData` is the data of the block's owner: `refresh` and `as` use its names. `signal` withdraws an open dialog,
 * as if it had been cancelled.
 */
export async function runActions(
  actions: readonly Action[],
  scope: Scope,
  session: Session,
  ownerData?: OwnerData,
  signal?: AbortSignal,
): Promise<Outcome> {
  const run: Run = { session, ownerData, scope, renewals: [], signal };
  const outcome = await runList(actions, run);
  await Promise.all(run.renewals);
  return outcome.ok ? { ...outcome, ...run.answer } : outcome;
}
