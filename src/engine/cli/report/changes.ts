import type { PageSchedule, PlacedBlock, Registry, Route } from '#engine/generated/schemas.ts';
import { blocksOf, everyBlock, everyPage, textOf } from './parts.ts';
import { commonRun, valueLines } from './values.ts';
import {
  callsMadeBy,
  callText,
  change,
  type DescribedCall,
  dataText,
  redirectText,
  scheduleText,
  slotText,
} from './words.ts';

/** A heading and what belongs under it, each a line of Markdown. */
export interface Section {
  title: string;
  lines: string[];
}

/** What is new, other, or gone in the config, in the words of those who wrote it. */
export function sectionsOf(before: Registry, after: Registry): Section[] {
  return [
    { title: '页面', lines: pageLines(before, after) },
    { title: '排期', lines: scheduleLines(before, after) },
    { title: '外壳', lines: shellLines(before, after) },
    { title: '接口', lines: namedLines('接口', callsOf(before), callsOf(after), callText) },
    {
      title: '广告位',
      lines: namedLines('广告位', before.slots, after.slots, (slot) => slotText(slot, after.site.timeZone)),
    },
    { title: '站点', lines: valueLines(before.site, after.site, '') },
    { title: '错误处理', lines: valueLines(before.errors, after.errors, '') },
  ].filter(({ lines }) => lines.length > 0);
}

const callsOf = ({ calls, contracts }: Registry): Record<string, DescribedCall> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, binding]) => [name, { ...contracts[name], ...binding }]),
  );

const FIELDS: readonly [keyof Route, string][] = [
  ['path', '地址'],
  ['title', '标题'],
  ['access', '谁能看'],
];

function pageLines(before: Registry, after: Registry): string[] {
  const pagesOf = ({ routes }: Registry) =>
    new Map([...everyPage(routes)].map(({ route }) => [route.name, route]));
  const [old, now] = [pagesOf(before), pagesOf(after)];
  const lines: string[] = [];
  for (const [name, route] of now) {
    const was = old.get(name);
    const [earlier, body] = [before.pages[name], after.pages[name]];
    const head = `**${name}** ${route.path ?? ''} ${route.title ?? ''}（${body?.source.file}:${body?.source.line}）`;
    if (was === undefined) {
      const kinds = [...new Set([...everyBlock(blocksOf(after, name))].map(({ block }) => block))];
      const calls = body ? callsMadeBy(body) : [];
      lines.push(
        `- 新增 ${head}`,
        ...(route.redirect === undefined ? [] : [`  - 跳转：${redirectText(route.redirect)}`]),
        ...(kinds.length > 0 ? [`  - 区块：${kinds.join('、')}`] : []),
        ...(calls.length > 0 ? [`  - 接口：${calls.join('、')}`] : []),
      );
      continue;
    }
    const details = [
      ...FIELDS.filter(([key]) => textOf(was[key]) !== textOf(route[key])).map(
        ([key, label]) => `  - ${label}：${change(was[key], route[key])}`,
      ),
      ...(textOf(was.redirect) === textOf(route.redirect)
        ? []
        : [`  - 跳转：${redirectText(was.redirect)} → ${redirectText(route.redirect)}`]),
      ...indent([
        ...valueLines(was.alias, route.alias, '别名'),
        ...valueLines(was.meta, route.meta, '外观'),
        ...valueLines(was.remember, route.remember, '记住'),
      ]),
      ...indent(namedLines('数据', earlier?.data ?? {}, body?.data ?? {}, dataText)),
      ...indent(blockLines(blocksOf(before, name), blocksOf(after, name))),
    ];
    if (details.length > 0) lines.push(`- 修改 ${head}`, ...details);
  }
  for (const [name, route] of old)
    if (!now.has(name)) {
      const redirect = route.redirect === undefined ? '' : `，原来转到 ${redirectText(route.redirect)}`;
      lines.push(`- 删除 **${name}** ${route.path ?? ''} ${route.title ?? ''}${redirect}`);
    }
  return lines;
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** Blocks that stay are found as the longest run that both have; of the rest, those of one type are the same one changed. */
function blockLines(before: readonly PlacedBlock[], after: readonly PlacedBlock[]): string[] {
  const [old, now] = [[...everyBlock(before)], [...everyBlock(after)]];
  const own = (block: PlacedBlock) => textOf({ ...block, blocks: undefined });
  const kept = commonRun(old.map(own), now.map(own));
  const gone = old.filter((_, index) => !kept.some(([at]) => at === index));
  const lines: string[] = [];
  for (const [index, block] of now.entries()) {
    if (kept.some(([, at]) => at === index)) continue;
    const place = `（${block.source.file}:${block.source.line}）`;
    const twin = gone.findIndex(({ block: type, id }) => type === block.block && id === block.id);
    const [was] = twin === -1 ? [] : gone.splice(twin, 1);
    if (was === undefined) lines.push(`- 新增区块 ${block.block}${place}`);
    else {
      const { props: oldProps, blocks: _, needs: __, ...oldRest } = was;
      const { props, blocks: ___, needs: ____, ...rest } = block;
      lines.push(
        `- 修改区块 ${block.block}${place}`,
        ...indent([...valueLines(oldProps, props, ''), ...valueLines(oldRest, rest, '')]),
      );
    }
  }
  for (const { block } of gone) lines.push(`- 删除区块 ${block}`);
  return lines;
}

function namedLines<T>(
  what: string,
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  describe: (value: T) => string,
): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name)) lines.push(`- 新增${what} **${name}**：${describe(value)}`);
    else if (textOf(before[name]) !== textOf(value))
      lines.push(`- 修改${what} **${name}**`, ...indent(valueLines(before[name], value, '')));
  }
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) lines.push(`- 删除${what} **${name}**`);
  return lines;
}

function shellLines(before: Registry, after: Registry): string[] {
  const lines: string[] = [];
  for (const [name, shell] of Object.entries(after.shells)) {
    const was = before.shells[name];
    if (was === undefined) lines.push(`- 新增 **${name}**`);
    else {
      const details = [
        ...namedLines('数据', was.data, shell.data, dataText),
        ...blockLines(was.blocks, shell.blocks),
      ];
      if (details.length > 0) lines.push(`- 修改 **${name}**`, ...indent(details));
    }
  }
  for (const name of Object.keys(before.shells))
    if (!Object.hasOwn(after.shells, name)) lines.push(`- 删除 **${name}**`);
  return lines;
}

/** Each schedule by whose it is; blocks of one type on one page are distinguished by their order. */
function schedulesOf(registry: Registry): Map<string, PageSchedule> {
  const found = new Map<string, PageSchedule>();
  for (const { route } of everyPage(registry.routes)) {
    if (route.schedule !== undefined) found.set(`页面 ${route.name}`, route.schedule);
  }
  const owners = [...Object.entries(registry.pages), ...Object.entries(registry.shells)];
  for (const [owner, { blocks }] of owners) {
    const count = new Map<string, number>();
    for (const { block, schedule, slot } of everyBlock(blocks)) {
      if (schedule === undefined) continue;
      const name = slot === undefined ? block : `${block}（${slot}）`;
      const nth = (count.get(name) ?? 0) + 1;
      count.set(name, nth);
      found.set(`${owner} 的区块 ${name}${nth > 1 ? ` 第 ${nth} 个` : ''}`, schedule);
    }
  }
  for (const [name, { schedule }] of Object.entries(registry.slots))
    if (schedule !== undefined) found.set(`广告位 ${name}`, schedule);
  return found;
}

function scheduleLines(before: Registry, after: Registry): string[] {
  const [old, now] = [schedulesOf(before), schedulesOf(after)];
  const shown = (schedule: PageSchedule | undefined) => scheduleText(schedule, after.site.timeZone);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => textOf(old.get(name)) !== textOf(now.get(name)))
    .map((name) => `- ${name}：${shown(old.get(name))} → ${shown(now.get(name))}`);
}
