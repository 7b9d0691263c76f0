import { showWindow } from '#compiler/schedule/show.ts';
import { windowOf } from '#compiler/schedule/window.ts';
import type { CallBinding, DataEntry, PageBody, Registry } from '#generated/schemas.ts';
import { everyBlock, textOf } from './parts.ts';

const SHORT = 60;

/** A value on one line, as code. */
export function brief(value: unknown): string {
  if (value === undefined || value === null) return '（无）';
  const text = typeof value === 'string' ? value : textOf(value);
  return `\`${text.replaceAll('`', 'ˋ').replaceAll('\n', ' ').slice(0, SHORT)}${text.length > SHORT ? '…' : ''}\``;
}

export const scheduleText = (schedule: unknown): string =>
  schedule === undefined ? '没有排期' : showWindow(windowOf(schedule)).zh;

/** `双十二 · 头图，1200×260，最多 4 张`. */
export function slotText({ label, width, height, max, schedule, params }: Registry['slots'][string]): string {
  const parts = [label, `${width}×${height}`, ...(max === undefined ? [] : [`最多 ${max} 张`])];
  if (params !== undefined) parts.push(`参数 ${argumentsText(params)}`);
  if (schedule !== undefined) parts.push(scheduleText(schedule));
  return parts.join('，');
}

const ACCESSES = { visitor: '谁都能调', member: '登录后', approved: '认证后', staff: '员工' } as const;

/** A call as the browser and as the server know it. */
export type DescribedCall = Partial<Registry['contracts'][string]> & CallBinding;

/** `GET /api/cart/list，登录后，购物车`. */
export function callText({ method, path, access, description }: DescribedCall): string {
  return [
    `\`${method} ${path}\``,
    ...(access === undefined ? [] : [ACCESSES[access]]),
    ...(description ? [description] : []),
  ].join('，');
}

/** `goods.list（promotion = 1，page = $query.page）`; the ads of a slot are called so. */
export function dataText({ call, params, query, body, when, every }: DataEntry): string {
  const given = { ...params, ...query, ...(typeof body === 'object' ? body : {}) };
  const asked = call === 'focus.show' ? `广告位 ${String(given['name'])} 的广告` : call;
  const values = call === 'focus.show' ? '' : argumentsText(given);
  const parts = [values === '' ? asked : `${asked}（${values}）`];
  if (when !== undefined) parts.push(`条件 ${brief(when)}`);
  if (every !== undefined) parts.push(`每 ${String(every)} 秒`);
  return parts.join('，');
}

const argumentsText = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : textOf(value)}`)
    .join('，');

/** Names of the calls that a page makes: for its data, and in the actions of its blocks. */
export function callsAskedBy({ data, blocks }: Pick<PageBody, 'data' | 'blocks'>): string[] {
  const actions = [...everyBlock(blocks)].flatMap(({ on }) => [...callsIn(on)]);
  return [...new Set([...Object.values(data).map(({ call }) => call), ...actions])];
}

function* callsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('call' in value && typeof value.call === 'string') yield value.call;
  for (const inner of Object.values(value)) yield* callsIn(inner);
}
