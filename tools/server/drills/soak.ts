import type { Request } from 'autocannon';
import { besideOthers, residentMemory } from '../../bench/machine.ts';
import { type Steps, sendLoad } from '../../bench/server/load.ts';
import { type BenchMember, logInMembers } from '../../bench/server/members.ts';
import { purchaseSteps } from '../../bench/server/purchase.ts';
import { freePort } from '../../free-port.ts';
import { inspectedAt, liveHeap } from '../live-heap.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile } from './drill.ts';
import { type DrillShop, fillShelves, openShop, withShop } from './shop.ts';

/** Seconds of load, requests a second over all connections, and how much more memory the end may need than the middle. */
const SIZES = {
  small: { connections: 8, seconds: 60, overallRate: 40, growth: 1.25 },
  full: { connections: 20, seconds: 1800, overallRate: 20, growth: 1.05 },
} as const;

/** Looks at the process in that time. */
const SAMPLES = 60;

const PLENTY = 1_000_000;

/** MB of the process at most. */
const MOST = 350;

const KEYWORDS = ['阿莫西林', 'amxl', '感冒', '维生素'];

const page = (path: string, cookie?: string): Request => ({
  method: 'GET',
  path,
  headers: {
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(cookie !== undefined && { cookie }),
  },
});

/** What a member does in turn: pages as visitor and as member, a search, each time other goods, and a purchase. */
function dayOf(member: BenchMember, connection: number): Steps {
  const { cookie, goods } = member;
  const keywords = encodeURIComponent(KEYWORDS[connection % KEYWORDS.length] ?? '');
  return [
    page('/'),
    page('/', cookie),
    page(`/list?page=${1 + connection}`, cookie),
    page(`/list_info/${goods}`),
    page(`/search?keywords=${keywords}`, cookie),
    { method: 'GET', path: `/api/goods/search?keywords=${keywords}&type=goods`, headers: { cookie } },
    page(`/list_info/${goods}`, cookie),
    ...purchaseSteps(member),
    page('/cart', cookie),
    page('/order', cookie),
    { method: 'GET', path: '/api/user/base', headers: { cookie } },
  ];
}

/** Of the time, the share after which the caches are warm, and the one after which it is judged by what was before. */
const [WARM, JUDGED] = [1 / 3, 2 / 3];

/** MB: what is resident at every look, and what the script holds in the middle and at the end. */
interface Memory {
  resident: number[];
  held: number[];
}

/** Looks at the process in every interval until it is ended. @param port of its inspector */
function watch(shop: DrillShop, port: number, interval: number, report: (line: string) => void) {
  const memory: Memory = { resident: [], held: [] };
  const look = async () => {
    const resident = await residentMemory(shop.pid());
    memory.resident.push(resident);
    const looks = memory.resident.length;
    report(`${Math.round((looks * interval) / 1000)} s: ${Math.round(resident)} MB`);
    if (looks === Math.floor(SAMPLES * JUDGED) || looks === SAMPLES - 1)
      memory.held.push(await liveHeap(shop.pid(), port));
  };
  const looking = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = look().finally(() => looking.delete(one));
    looking.add(one);
  }, interval);
  return {
    memory,
    async end() {
      clearInterval(timer);
      await Promise.all(looking);
    },
  };
}

/** The first third warms the caches; then what is resident and what the script holds stays. */
function judge({ resident, held }: Memory, growth: number, notes: Notes): void {
  const part = (from: number, until: number) =>
    quantile(resident.slice(Math.floor(resident.length * from), Math.floor(resident.length * until)), 0.5);
  const figures: readonly [name: string, before: number, after: number][] = [
    ['resident', part(WARM, JUDGED), part(JUDGED, 1)],
    ['held', held[0] ?? Number.NaN, held[1] ?? Number.NaN],
  ];
  for (const [name, before, after] of figures) {
    notes.figures[`${name}, MB`] = `${Math.round(before)} in the middle, ${Math.round(after)} at the end`;
    notes.expect(
      after <= before * growth,
      `${name} grew from ${Math.round(before)} to ${Math.round(after)} MB`,
    );
  }
  const most = Math.max(...resident);
  notes.figures['resident at most, MB'] = Math.round(most);
  notes.expect(most <= MOST, `the process grew to ${Math.round(most)} MB`);
}

/** Half an hour of everything at a rate that a shop bears: its memory stays where it is. */
export const soak: Drill = {
  title: 'half an hour of visitors and purchases, and the memory it takes',
  bound: { small: 400, full: 3000 },
  async run({ scale, ground, report }) {
    const { growth, ...volume } = SIZES[scale];
    const notes = createNotes();
    const port = await freePort();
    await withShop(openShop(ground, { NODE_OPTIONS: inspectedAt(port) }), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const members = await logInMembers(shop.url);
      const watching = watch(shop, port, (volume.seconds * 1000) / SAMPLES, report);
      const answers = new Map<number, number>();
      const { result, others } = await besideOthers(() =>
        sendLoad(
          shop.url,
          (connection) => {
            const member = members[connection % members.length];
            return member ? dayOf(member, connection) : [];
          },
          volume,
          (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
        ),
      );
      await watching.end();
      judge(watching.memory, growth, notes);
      notes.figures['answers by status'] = [...answers].map((pair) => pair.join(': ')).join(', ');
      notes.figures['processors taken by others'] = others.toFixed(2);
      // A shop whose processor others take puts off what it cannot do in time.
      const faults = [...answers].filter(([status]) => status >= 500 && status !== 503);
      notes.expect(faults.length === 0, `answered ${faults.map(([status]) => status).join(', ')}`);
      notes.expect(
        result.errors + result.timeouts === 0,
        `${result.errors + result.timeouts} without answer`,
      );
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
