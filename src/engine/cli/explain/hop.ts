import { showClosedTargets, showWindow } from '#engine/compiler/schedule/show.ts';
import { windowOf } from '#engine/compiler/schedule/window.ts';
import type { Route } from '#engine/generated/schemas.ts';
import { accessOf, checkAccess, externalLogin, scheduleRedirect } from '#engine/renderer/guard.ts';
import { redirectedTo } from '#engine/renderer/redirection.ts';
import { type View, viewOf } from '#engine/renderer/view.ts';
import { readTarget } from '#engine/runtime/link.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { type PageLocation, readQuery } from '#engine/runtime/scope.ts';
import type { Session } from '#engine/runtime/session.ts';
import { type Matched, matchRoute, nearestRoutes } from './match.ts';
import type { ExplainOptions } from './options.ts';

/** The outcome of one address in a chain of redirects. */
interface Hop {
  lines: string[];
  /** The next address of the shop, where this one redirects. */
  next?: string;
  /** The page and its location, where it is shown. */
  shown?: { view: View; location: PageLocation };
}

/** The next hop to an address of the shop; empty for one outside it. */
function onward(to: string): Pick<Hop, 'next'> {
  const target = readTarget(to);
  return target.kind === 'internal' ? { next: target.to } : {};
}

/** Explains which page matches an address, and whether this reader may see it at this time. */
export async function explainHop(url: URL, session: Session, options: ExplainOptions): Promise<Hop> {
  const { registry, at, lang } = options;
  const { site } = registry;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const matched = matchRoute(registry, decodeURI(url.pathname));
  if (matched === undefined) return { lines: unknownLines(url, options) };
  const lines = routeLines(matched, options);
  const { route, chain, params } = matched;
  const view = viewOf(chain, route, registry);
  const location: PageLocation = {
    path: url.pathname + url.search,
    route: params,
    query: readQuery(url.searchParams),
  };

  const closed = scheduleRedirect(view, site, at, location.path);
  if (closed !== null) {
    lines.push(say(`  此刻不开放，转到 ${closed}`, `  closed now, leads to ${closed}`));
    return { lines, ...onward(closed) };
  }
  const { redirect } = route;
  if (redirect !== undefined) {
    const to = redirectedTo(redirect, location, site, at);
    const kind = redirect.status === 301 ? say('（301，永久）', ' (301, permanent)') : '';
    lines.push(say(`  转到 ${to}${kind}`, `  redirects to ${to}${kind}`));
    return { lines, ...onward(to) };
  }
  const elsewhere = externalLogin(site, location);
  if (elsewhere !== null) {
    lines.push(say(`  在主站登录：${elsewhere}`, `  the login is on the main site: ${elsewhere}`));
    return { lines };
  }
  const access = accessOf(view, site);
  const own = (await session.identify()) ?? VISITOR;
  const stop = checkAccess(access, own, site, location.path);
  const role = `${access} / ${own}`;
  if (stop === null) {
    lines.push(say(`  权限  ${role}：可以看`, `  access  ${role}: may be seen`));
    return { lines, shown: { view, location } };
  }
  if (stop.kind === 'redirect') {
    lines.push(say(`  权限  ${role}：转到 ${stop.to}`, `  access  ${role}: leads to ${stop.to}`));
    return { lines, ...onward(stop.to) };
  }
  lines.push(say(`  权限  ${role}：不知道是谁在看`, `  access  ${role}: nobody knows who reads`));
  return { lines };
}

function unknownLines({ pathname }: URL, { registry, lang, show }: ExplainOptions): string[] {
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const { notFound } = registry.site.pages;
  const near = nearestRoutes(registry, decodeURI(pathname)).map(
    ({ route, pattern }) =>
      `${say('  是不是想看', '  did you mean')} ${pattern}  ${route.name}  ${sourceOf(route, { registry, show })}`,
  );
  return [say(`路由  没有页面匹配，转到 ${notFound}`, `route  nothing fits, leads to ${notFound}`), ...near];
}

/** Describes the matching route: other matches, the pages around it, and their schedules. */
function routeLines({ route, chain, pattern, params, others }: Matched, options: ExplainOptions): string[] {
  const say = (zh: string, en: string) => (options.lang === 'zh' ? zh : en);
  const given = Object.entries(params).map(([name, value]) => `:${name} = ${value}`);
  const values = given.length === 0 ? '' : say(`（${given.join('，')}）`, ` (${given.join(', ')})`);
  const lines = [`${say('路由', 'route')}  ${route.name} ← ${pattern}${values}  ${sourceOf(route, options)}`];
  if (pattern !== route.path) lines.push(say(`  ${pattern} 是别名`, `  ${pattern} is an alias`));
  if (others.length > 0) {
    const less = { zh: others.join('、'), en: others.join(', ') };
    lines.push(say(`  也匹配 ${less.zh}，但不如它具体`, `  ${less.en} would fit as well, less exactly`));
  }
  for (const outer of chain)
    lines.push(say(`  在 ${outer.name} 之内`, `  inside ${outer.name}`) + `  ${sourceOf(outer, options)}`);
  for (const { name, schedule } of [...chain, route]) {
    if (schedule === undefined) continue;
    const { zh, en } = showWindow(windowOf(schedule), options.registry.site.timeZone);
    const targets = showClosedTargets(schedule);
    lines.push(say(`  ${name} 的排期  ${zh}${targets.zh}`, `  schedule of ${name}  ${en}${targets.en}`));
  }
  return lines;
}

function sourceOf({ name }: Route, { registry, show }: Pick<ExplainOptions, 'registry' | 'show'>): string {
  const source = registry.pages[name]?.source;
  return source ? `${show(source.file)}:${source.line}` : '';
}
