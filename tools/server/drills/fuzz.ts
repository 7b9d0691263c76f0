import { gzipSync } from 'node:zlib';
import { stringify } from 'qs';
import type { CallContract } from '#generated/schemas.ts';
import { type Client, describeFault } from './client.ts';
import { createDice, type Dice, pick } from './dice.ts';
import { createNotes, type Drill, type Notes, proveBooks } from './drill.ts';
import { anything, tableFor } from './fuzz-values.ts';
import { type DrillShop, openShop, withShop } from './shop.ts';

const REQUESTS = { small: 1500, full: 200_000 } as const;

/** Requests under way at once. */
const HANDS = 12;

const SEED = 20_261_125;

/** Who asks; the visitor has no account. */
const ROLES = ['', 'newbie', 'demo', 'clinic', 'chain', 'ops'] as const;

/** A role is logged in again after so many requests: among them are some that log out. */
const SESSION = 400;

/** What tells of the inside of a program: frames of a stack, files, statements. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|file:\/\/\/|\/src\/server\/|SELECT .* FROM|syntax error at/;

/** Addresses that are no calls. */
const STRANGE = [
  '/api/%ff',
  '/api/cart/%00/edit',
  '/api//order',
  '/api/order/1%2F..%2F..',
  '/api/document/order_sheet/%F0%9F%92%8A',
  '/api/upload/..%2f..%2fetc%2fpasswd',
  '/img/goods/0x1.svg',
  '/img/goods/-1.svg',
  '/%E0%A4%A',
  '/..%2f..%2fetc/passwd',
  '//evil.example/',
  '/list?page=-1&page=2&page[a]=3',
  '/list_info/99999999999999999999',
  '/api/goods/list?filters[][][][][][][][]=1',
  '/api/events?calls=__proto__&since=1e9',
  `/api/${'a'.repeat(3000)}`,
] as const;

interface FuzzRequest {
  name: string;
  path: string;
  init: Sent & { method: string };
}

interface Sent {
  headers: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
}

/** A body in one of the ways in which bodies are sent, and in some in which they should not be. */
function encode(body: Record<string, unknown>, contract: CallContract, dice: Dice): Sent {
  const json = () => JSON.stringify(body);
  const form = () => stringify(body);
  const way = contract.encoding === 'multipart' ? dice(12) : dice(9);
  if (way <= 2) return { body: json(), headers: { 'content-type': 'application/json' } };
  if (way <= 4) return { body: form(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  if (way === 5) return { body: json().slice(0, dice(40)), headers: { 'content-type': 'application/json' } };
  if (way === 6)
    return {
      body: pick(dice, [json(), form(), JSON.stringify(anything(dice)), '\xff\xfe', '']),
      headers: {
        'content-type': pick(dice, [
          'text/plain',
          'application/json; charset=gbk',
          'application/xml',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded; charset=utf-16',
          'application/json;;;',
        ]),
      },
    };
  if (way === 7)
    return {
      body: new Uint8Array(gzipSync(json())),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    };
  if (way === 8)
    return { body: JSON.stringify(anything(dice)), headers: { 'content-type': 'application/json' } };
  const parts = new FormData();
  for (const [name, value] of Object.entries(body)) parts.append(name.toWellFormed(), textOf(value));
  const bytes = pick(dice, [
    '',
    'a,b\n1,2\n',
    '\x89PNG\r\n\x1a\n',
    '%PDF-1.4',
    'PK\x03\x04',
    '<svg onload=alert(1)>',
  ]);
  parts.append(
    pick(dice, ['file', 'file', 'files', '__proto__']),
    new File([bytes], pick(dice, ['a.csv', '../../a', '药.xlsx'])),
  );
  return { body: parts, headers: {} };
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

function fuzzRequestOf(calls: readonly (readonly [string, CallContract])[], dice: Dice): FuzzRequest {
  if (dice(40) === 0)
    return { name: 'strange', path: pick(dice, STRANGE), init: { method: 'GET', headers: {} } };
  const [name, contract] = pick(dice, calls);
  const values = tableFor(contract.params, dice);
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(textOf(values[key] ?? dice(30))),
  );
  const query = stringify(tableFor(contract.query, dice)).slice(0, 4000);
  const method =
    dice(60) === 0 ? pick(dice, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) : contract.method;
  const sent = method === 'GET' ? { headers: {} } : encode(tableFor(contract.body, dice), contract, dice);
  const headers = {
    ...sent.headers,
    ...(dice(8) === 0 && {
      'idempotency-key': pick(dice, ['1', 'a b', 'x'.repeat(200), crypto.randomUUID()]),
    }),
    ...(dice(30) === 0 && { 'accept-language': '*', range: 'bytes=0-0', 'if-none-match': '*' }),
  };
  return { name, path: `${path}${query && `?${query}`}`, init: { ...sent, method, headers } };
}

/** What is wrong with an answer; nothing when it is as every answer should be. */
function faultsOf({ path }: FuzzRequest, response: Response, text: string): string[] {
  const { status } = response;
  const isFault = status >= 500 && !(status === 503 && response.headers.has('retry-after'));
  const isCall = path.startsWith('/api/') && !/^\/api\/(?:upload|document|events)\b/.test(path);
  return [
    ...(isFault ? [`answered ${status}`] : []),
    ...(INSIDE.test(text) ? ['tells of its inside'] : []),
    ...(isCall && status !== 204 ? envelopeFaults(status, text) : []),
  ];
}

function envelopeFaults(status: number, text: string): string[] {
  try {
    const answer = JSON.parse(text) as { code?: unknown; message?: unknown; data?: unknown };
    const fits = answer.code === status && typeof answer.message === 'string' && 'data' in answer;
    return fits || 'openapi' in answer ? [] : [`not the envelope: ${text.slice(0, 120)}`];
  } catch {
    return [`no JSON: ${text.slice(0, 120)}`];
  }
}

interface Tally {
  sent: number;
  statuses: Map<number, number>;
  reached: Set<string>;
}

async function send(
  shop: DrillShop,
  client: Client,
  fuzzed: FuzzRequest,
  tally: Tally,
  notes: Notes,
): Promise<void> {
  const headers = { ...fuzzed.init.headers, cookie: client.cookie, 'x-forwarded-for': client.address };
  const limit = AbortSignal.timeout(20_000);
  try {
    const response = await fetch(shop.url + fuzzed.path, {
      ...fuzzed.init,
      headers,
      redirect: 'manual',
      signal: limit,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1);
    if (response.ok) tally.reached.add(fuzzed.name);
    for (const fault of faultsOf(fuzzed, response, text))
      notes.expect(false, `${describe(fuzzed)}: ${fault}`);
  } catch (fault) {
    notes.expect(false, `${describe(fuzzed)}: no answer, ${describeFault(fault)}`);
  }
}

function describe({ name, path, init }: FuzzRequest): string {
  const { body } = init;
  const shown = typeof body === 'string' ? body.slice(0, 200) : body instanceof FormData ? '(parts)' : '';
  return `${name}: ${init.method} ${path.slice(0, 200)} ${init.headers['content-type'] ?? ''} ${shown}`;
}

async function fuzzAs(
  shop: DrillShop,
  hand: number,
  requests: number,
  tally: Tally,
  notes: Notes,
): Promise<void> {
  const dice = createDice(SEED + hand);
  const calls = Object.entries(shop.registry.contracts);
  const username = ROLES[hand % ROLES.length] ?? '';
  let client = shop.client();
  for (let count = 0; count < requests; count += 1) {
    if (username !== '' && count % SESSION === 0) {
      client = shop.client();
      // An account may have been closed by one of the requests of staff: then this hand goes on as a visitor.
      await client.logIn(username).catch(() => {});
    }
    await send(shop, client, fuzzRequestOf(calls, dice), tally, notes);
    tally.sent += 1;
  }
}

/** Requests that the contracts suggest, in every role and encoding, most nearly right; none may break anything. */
export const fuzz: Drill = {
  title: 'requests made from the contracts, right, nearly right and wrong, of all roles and encodings',
  bound: { small: 900, full: 7200 },
  async run({ scale, ground }) {
    const notes = createNotes();
    await withShop(openShop(ground), async (shop) => {
      const tally: Tally = { sent: 0, statuses: new Map(), reached: new Set() };
      const each = Math.ceil(REQUESTS[scale] / HANDS);
      await Promise.all(Array.from({ length: HANDS }, (_, hand) => fuzzAs(shop, hand, each, tally, notes)));
      const calls = Object.keys(shop.registry.contracts).length;
      const byStatus = [...tally.statuses].toSorted(([a], [b]) => a - b);
      Object.assign(notes.figures, {
        requests: tally.sent,
        'by status': byStatus.map(([status, count]) => `${status}: ${count}`).join(', '),
        'calls that let one in': `${tally.reached.size} of ${calls}`,
        'log lines': shop.log.length,
      });
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
