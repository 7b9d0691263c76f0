import { showClosedTargets, showWindow } from '#engine/compiler/schedule/show.ts';
import { windowOf } from '#engine/compiler/schedule/window.ts';
import type {
  CallBinding,
  DataEntry,
  PageBody,
  PageSchedule,
  Registry,
  Route,
} from '#engine/generated/schemas.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { everyBlock, textOf } from './parts.ts';

const SHORT = 60;

/** Characters that are shown before the first one that differs. */
const LEAD = 20;

const written = (value: unknown): string => (typeof value === 'string' ? value : textOf(value));

/** A value on one line, as code. */
export const brief = (value: unknown): string =>
  value === undefined || value === null ? '（无）' : excerpt(written(value), 0);

/** What a value was and is, each on one line; long ones from shortly before where they begin to differ. */
export function change(before: unknown, after: unknown): string {
  if (before === undefined || before === null || after === undefined || after === null)
    return `${brief(before)} → ${brief(after)}`;
  const [was, is] = [written(before), written(after)];
  const start = Math.max(was.length, is.length) > SHORT ? Math.max(0, firstDifference(was, is) - LEAD) : 0;
  return `${excerpt(was, start)} → ${excerpt(is, start)}`;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function excerpt(text: string, start: number): string {
  const shown = text
    .slice(start, start + SHORT)
    .replaceAll('`', 'ˋ')
    .replaceAll('\n', ' ');
  return `\`${start > 0 ? '…' : ''}${shown}${text.length > start + SHORT ? '…' : ''}\``;
}

export const scheduleText = (schedule: PageSchedule | undefined, timeZone: string): string =>
  schedule === undefined
    ? '没有排期'
    : showWindow(windowOf(schedule), timeZone).zh + showClosedTargets(schedule).zh;

/** `/list`, `/list（301，永久）`. */
export const redirectText = (redirect: Route['redirect']): string =>
  redirect === undefined
    ? '（无）'
    : `${brief(redirect.to)}${redirect.status === 301 ? '（301，永久）' : ''}`;

/** `双十二 · 头图，1200×260，最多 4 张`. */
export function slotText(
  { label, width, height, max, schedule, params }: Registry['slots'][string],
  timeZone: string,
): string {
  const parts = [label, `${width}×${height}`, ...(max === undefined ? [] : [`最多 ${max} 张`])];
  if (params !== undefined) parts.push(`参数 ${argumentsText(params)}`);
  if (schedule !== undefined) parts.push(scheduleText(schedule, timeZone));
  return parts.join('，');
}

/** A call as the browser and as the server know it. */
export type DescribedCall = Partial<Registry['contracts'][string]> & CallBinding;

/** `GET /api/cart/list，登录后，购物车`. */
export function callText({ method, path, access, description }: DescribedCall): string {
  return [
    `\`${method} ${path}\``,
    ...(access === undefined ? [] : [access === VISITOR ? '谁都能调' : `角色 ${access} 起`]),
    ...(description ? [description] : []),
  ].join('，');
}

/** `product.list（promotion = 1，page = $query.page）`; for a slot, that its ads are fetched. */
export function dataText({ call, params, query, body, when, every }: DataEntry): string {
  const given = { ...params, ...query, ...(typeof body === 'object' ? body : {}) };
  const source = call === 'focus.show' ? `广告位 ${String(given['name'])} 的广告` : call;
  const values = call === 'focus.show' ? '' : argumentsText(given);
  const parts = [values === '' ? source : `${source}（${values}）`];
  if (when !== undefined) parts.push(`条件 ${brief(when)}`);
  if (every !== undefined) parts.push(`每 ${String(every)} 秒`);
  return parts.join('，');
}

const argumentsText = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : textOf(value)}`)
    .join('，');

/** Names of the calls that a page makes: for its data, and in the actions of its blocks; each once. */
export function callsMadeBy({ data, blocks }: Pick<PageBody, 'data' | 'blocks'>): string[] {
  const actions = [...everyBlock(blocks)].flatMap(({ on }) => [...callsIn(on)]);
  return [...new Set([...Object.values(data).map(({ call }) => call), ...actions])];
}

function* callsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('call' in value && typeof value.call === 'string') yield value.call;
  for (const inner of Object.values(value)) yield* callsIn(inner);
}
