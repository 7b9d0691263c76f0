import { createStore } from 'jotai/vanilla';
import { everyBlock } from '#compiler/emit/block.ts';
import { slotData } from '#compiler/emit/data.ts';
import { showMoment, showWindow } from '#compiler/schedule/show.ts';
import { windowOf } from '#compiler/schedule/window.ts';
import type { PlacedBlock, Registry, Route } from '#generated/schemas.ts';
import { blockStateAtom } from '#renderer/block/block-state.ts';
import { accessOf, barrier, closedTo } from '#renderer/guard.ts';
import { ownersOf, pageOwner, shellOwner, type View, viewOf } from '#renderer/view.ts';
import { holds } from '#runtime/condition.ts';
import type { Holding } from '#runtime/holding.ts';
import { resolveInput } from '#runtime/input.ts';
import { type Place, readQuery, VISITOR } from '#runtime/scope.ts';
import { createSession, type Session } from '#runtime/session.ts';
import { matchRoute, nearestRoutes } from './match.ts';
import type { Places } from './places.ts';
import type { Reader } from './reader.ts';
import { FACES, operandsOf, whyBlock } from './why.ts';

export interface Question {
  registry: Registry;
  places: Places;
  /** Path and query. */
  address: string;
  /** Seconds. */
  at: number;
  reader: Reader;
  lang: 'zh' | 'en';
  show: (path: string) => string;
}

/** Why an address shows what it shows, to this reader at this time: line by line, with the places in the config. */
export async function explain(question: Question): Promise<string[]> {
  const { registry, address, at, reader, lang } = question;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const where = ({ name }: Route) => {
    const source = registry.pages[name]?.source;
    return source ? `${question.show(source.file)}:${source.line}` : '';
  };
  const url = new URL(address, 'http://shop');
  const lines = [
    `${say('网址', 'address')}  ${url.pathname}${url.search}    ${say('时刻', 'time')}  ${showMoment(at * 1000)}    ${say('访问者', 'reader')}  ${reader.name}`,
  ];

  const matched = matchRoute(registry, decodeURI(url.pathname));
  if (matched === undefined) {
    const { notFound } = registry.site.pages;
    lines.push(say(`路由  没有页面匹配，转到 ${notFound}`, `route  nothing fits, leads to ${notFound}`));
    for (const { route, pattern } of nearestRoutes(registry, decodeURI(url.pathname)))
      lines.push(`${say('  是不是想看', '  did you mean')} ${pattern}  ${route.name}  ${where(route)}`);
    return lines;
  }
  const { route, chain, pattern, params, others } = matched;
  const given = Object.entries(params).map(([name, value]) => `:${name} = ${value}`);
  lines.push(
    `${say('路由', 'route')}  ${route.name} ← ${pattern}${given.length === 0 ? '' : say(`（${given.join('，')}）`, ` (${given.join(', ')})`)}  ${where(route)}`,
  );
  if (pattern !== route.path) lines.push(say(`  ${pattern} 是别名`, `  ${pattern} is an alias`));
  if (others.length > 0)
    lines.push(
      say(
        `  也匹配 ${others.join('、')}，但不如它具体`,
        `  ${others.join(', ')} would fit as well, less exactly`,
      ),
    );
  for (const outer of chain)
    lines.push(say(`  在 ${outer.name} 之内`, `  inside ${outer.name}`) + `  ${where(outer)}`);
  if (route.redirect !== undefined) {
    lines.push(say(`  转到 ${route.redirect}`, `  redirects to ${route.redirect}`));
    return lines;
  }

  const view = viewOf(chain, route, registry);
  const place: Place = { path: url.pathname + url.search, route: params, query: readQuery(url.searchParams) };
  const session = sessionOf(question);
  const viewer = (await session.identify()) ?? VISITOR;
  for (const { name, schedule } of [...chain, route]) {
    if (schedule === undefined) continue;
    const { zh, en } = showWindow(windowOf(schedule));
    lines.push(say(`  ${name} 的排期  ${zh}`, `  schedule of ${name}  ${en}`));
  }
  const closed = closedTo(view, registry.site, at);
  if (closed !== null) {
    lines.push(say(`  此刻不开放，转到 ${closed}`, `  closed now, leads to ${closed}`));
    return lines;
  }
  const access = accessOf(view);
  const stop = barrier(access, viewer, registry.site, place.path);
  const role = `${access} / ${viewer.role}`;
  if (stop === null) lines.push(say(`  权限  ${role}：可以看`, `  access  ${role}: may be seen`));
  else if (stop.kind === 'redirect') {
    lines.push(say(`  权限  ${role}：转到 ${stop.to}`, `  access  ${role}: leads to ${stop.to}`));
    return lines;
  } else {
    lines.push(say(`  权限  ${role}：显示“认证后可用”`, `  access  ${role}: shows a notice`));
    return lines;
  }

  const holdings = session.show(
    place,
    ownersOf(view, (name) => registry.pages[name]?.data),
  );
  await session.settled();
  for (const part of partsOf(view, registry)) {
    const holding = holdings.get(part.owner);
    if (holding === undefined) continue;
    lines.push(
      '',
      part.shell
        ? say(`外壳 ${part.name}`, `shell ${part.name}`)
        : say(`页面 ${part.name}`, `page ${part.name}`),
    );
    for (const line of dataLines(part, holding, session, question)) lines.push(`  ${line}`);
    for (const line of blockLines(part.blocks, holding, session, question, '')) lines.push(`  ${line}`);
  }
  return lines;
}

function sessionOf({ registry, reader, at }: Question): Session {
  const nowhere = () => {};
  return createSession({
    site: registry.site,
    calls: registry.calls,
    errors: registry.errors,
    store: createStore(),
    fetch: reader.fetch,
    navigation: { go: nowhere, back: nowhere, load: nowhere, reload: nowhere, setQuery: nowhere },
    now: at,
    server: true,
  });
}

interface Part {
  name: string;
  owner: string;
  shell: boolean;
  file: string;
  blocks: readonly PlacedBlock[];
}

function partsOf({ page, layouts, shells }: View, registry: Registry): Part[] {
  const pages = [...layouts, page].map(({ name }) => ({
    name,
    owner: pageOwner(name),
    shell: false,
    file: registry.pages[name]?.source.file ?? '',
    blocks: registry.pages[name]?.blocks ?? [],
  }));
  const around = shells.map(({ name }) => ({
    name,
    owner: shellOwner(name),
    shell: true,
    file: `config/shell/${name}.yaml`,
    blocks: registry.shells[name]?.blocks ?? [],
  }));
  return [...pages, ...around];
}

function dataLines(
  part: Part,
  holding: Holding,
  session: Session,
  { places, lang, show }: Question,
): string[] {
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const scope = session.store.get(holding.scope);
  return Object.entries(holding.entries).map(([name, entry]) => {
    const page = part.shell ? undefined : part.name;
    const placed = everyBlock(part.blocks).find(({ slot }) => slot !== undefined && slotData(slot) === name);
    const { file, line } =
      placed === undefined ? places.data(part.file, page, name) : places.slot(part.file, page, placed.key);
    const { method } = session.client.binding(entry.call);
    const key = session.client.key(entry.call, resolveInput(entry, scope));
    const request = `${method} ${key?.replace(/^\S+ /, '').replace(/\?$/, '') ?? say('（缺路径参数）', '(a path parameter is missing)')}`;
    const state = session.store.get(holding.state(name));
    const skipped = entry.when !== undefined && !holds(entry.when, scope);
    const result = skipped
      ? say(`不取：${operandsOf(entry.when, scope).zh}`, `not asked: ${operandsOf(entry.when, scope).en}`)
      : state.status === 'ready'
        ? say('取到了', 'answered')
        : state.failure?.code
          ? say(
              `${state.failure.code} ${state.failure.message}`,
              `refused (${state.failure.code}): ${state.failure.message}`,
            )
          : say('没有取（未连商店，见 --site）', 'not asked (no shop to ask, see --site)');
    return `$data.${name}  ${entry.call}  ${request}  ${result}  ${show(file)}:${line}`;
  });
}

function blockLines(
  blocks: readonly PlacedBlock[],
  holding: Holding,
  session: Session,
  question: Question,
  indent: string,
): string[] {
  const { lang, show } = question;
  const scope = session.store.get(holding.scope);
  return blocks.flatMap((placed) => {
    const state = session.store.get(blockStateAtom(placed, { holding, item: undefined }));
    const { source, block, id, slot } = placed;
    const name = `${block}${id === undefined ? '' : `#${id}`}${slot === undefined ? '' : ` (${slot})`}`;
    const own = `${indent}${FACES[state.face][lang]}  ${name}  ${whyBlock(placed, state, scope)[lang]}  ${show(source.file)}:${source.line}`;
    const inner = state.face === 'hidden' || block === 'repeat' ? [] : (placed.blocks ?? []);
    return [own, ...blockLines(inner, holding, session, question, `${indent}  `)];
  });
}
