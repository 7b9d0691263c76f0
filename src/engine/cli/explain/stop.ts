import { showClosedWays, showWindow } from '#engine/compiler/schedule/show.ts';
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
import type { Question } from './question.ts';

/** What becomes of one address on the way. */
interface Stop {
  lines: string[];
  /** Another address of the shop, where the reader is led on. */
  next?: string;
  /** The page, where it is shown. */
  shown?: { view: View; location: PageLocation };
}

/** An address of the shop to go on with; undefined for one outside it. */
function onward(to: string): Pick<Stop, 'next'> {
  const target = readTarget(to);
  return target.kind === 'internal' ? { next: target.to } : {};
}

/** Which page answers an address, and whether this reader gets to see it now. */
export async function stopAt(url: URL, session: Session, question: Question): Promise<Stop> {
  const { registry, at, lang } = question;
  const { site } = registry;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const matched = matchRoute(registry, decodeURI(url.pathname));
  if (matched === undefined) return { lines: unknownLines(url, question) };
  const lines = routeLines(matched, question);
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

function unknownLines({ pathname }: URL, { registry, lang, show }: Question): string[] {
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const { notFound } = registry.site.pages;
  const near = nearestRoutes(registry, decodeURI(pathname)).map(
    ({ route, pattern }) =>
      `${say('  是不是想看', '  did you mean')} ${pattern}  ${route.name}  ${sourceOf(route, { registry, show })}`,
  );
  return [say(`路由  没有页面匹配，转到 ${notFound}`, `route  nothing fits, leads to ${notFound}`), ...near];
}

/** The route with its rivals, the pages around it and their schedules. */
function routeLines({ route, chain, pattern, params, others }: Matched, question: Question): string[] {
  const say = (zh: string, en: string) => (question.lang === 'zh' ? zh : en);
  const given = Object.entries(params).map(([name, value]) => `:${name} = ${value}`);
  const values = given.length === 0 ? '' : say(`（${given.join('，')}）`, ` (${given.join(', ')})`);
  const lines = [
    `${say('路由', 'route')}  ${route.name} ← ${pattern}${values}  ${sourceOf(route, question)}`,
  ];
  if (pattern !== route.path) lines.push(say(`  ${pattern} 是别名`, `  ${pattern} is an alias`));
  if (others.length > 0) {
    const less = { zh: others.join('、'), en: others.join(', ') };
    lines.push(say(`  也匹配 ${less.zh}，但不如它具体`, `  ${less.en} would fit as well, less exactly`));
  }
  for (const outer of chain)
    lines.push(say(`  在 ${outer.name} 之内`, `  inside ${outer.name}`) + `  ${sourceOf(outer, question)}`);
  for (const { name, schedule } of [...chain, route]) {
    if (schedule === undefined) continue;
    const { zh, en } = showWindow(windowOf(schedule));
    const ways = showClosedWays(schedule);
    lines.push(say(`  ${name} 的排期  ${zh}${ways.zh}`, `  schedule of ${name}  ${en}${ways.en}`));
  }
  return lines;
}

function sourceOf({ name }: Route, { registry, show }: Pick<Question, 'registry' | 'show'>): string {
  const source = registry.pages[name]?.source;
  return source ? `${show(source.file)}:${source.line}` : '';
}
