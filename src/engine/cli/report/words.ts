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
import type { Words } from './vocabulary.ts';

const SHORT = 60;

/** Characters that are shown before the first one that differs. */
const LEAD = 20;

const written = (value: unknown): string => (typeof value === 'string' ? value : textOf(value));

/** A value on one line, as code. */
export const brief = (value: unknown, words: Words): string =>
  value === undefined || value === null ? words.none : excerpt(written(value), 0);

/** What a value was and is, each on one line; long ones from shortly before where they begin to differ. */
export function change(before: unknown, after: unknown, words: Words): string {
  if (before === undefined || before === null || after === undefined || after === null)
    return `${brief(before, words)} → ${brief(after, words)}`;
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

export const scheduleText = (
  schedule: PageSchedule | undefined,
  timeZone: string,
  { unscheduled, lang }: Words,
): string =>
  schedule === undefined
    ? unscheduled
    : showWindow(windowOf(schedule), timeZone)[lang] + showClosedTargets(schedule)[lang];

/** `/list`, `/list（301，永久）`. */
export function redirectText(redirect: Route['redirect'], words: Words): string {
  const to = brief(redirect?.to, words);
  return redirect?.status === 301 ? words.aside(to, words.permanent) : to;
}

/** `双十二 · 头图，1200×260，最多 4 张`. */
export function slotText(
  { label, width, height, max, schedule, params }: Registry['slots'][string],
  timeZone: string,
  words: Words,
): string {
  const parts = [label, `${width}×${height}`, ...(max === undefined ? [] : [words.atMost(max)])];
  if (params !== undefined) parts.push(`${words.parameters} ${argumentsText(params, words)}`);
  if (schedule !== undefined) parts.push(scheduleText(schedule, timeZone, words));
  return parts.join(words.comma);
}

/** A call as the browser and as the server know it. */
export type DescribedCall = Partial<Registry['contracts'][string]> & CallBinding;

/** `GET /api/cart/list，登录后，购物车`. */
export function callText({ method, path, access, description }: DescribedCall, words: Words): string {
  return [
    `\`${method} ${path}\``,
    ...(access === undefined ? [] : [access === VISITOR ? words.anyone : words.from(access)]),
    ...(description ? [description] : []),
  ].join(words.comma);
}

/** `product.list（promotion = 1，page = $query.page）`; for a slot, that its ads are fetched. */
export function dataText({ call, params, query, body, when, every }: DataEntry, words: Words): string {
  const given = { ...params, ...query, ...(typeof body === 'object' ? body : {}) };
  const source = call === 'focus.show' ? words.adsOf(String(given['name'])) : call;
  const values = call === 'focus.show' ? '' : argumentsText(given, words);
  const parts = [values === '' ? source : words.aside(source, values)];
  if (when !== undefined) parts.push(`${words.when} ${brief(when, words)}`);
  if (every !== undefined) parts.push(words.every(String(every)));
  return parts.join(words.comma);
}

const argumentsText = (values: object, { comma }: Words): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : textOf(value)}`)
    .join(comma);

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
