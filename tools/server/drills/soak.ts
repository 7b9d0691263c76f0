import type { Request } from 'autocannon';
import { besideOthers, residentMemory } from '../../bench/machine.ts';
import { type Steps, sendLoad } from '../../bench/server/load.ts';
import { type BenchMember, logInMembers } from '../../bench/server/members.ts';
import { purchaseSteps } from '../../bench/server/purchase.ts';
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

/** MB of a process at a moment: resident, and of that what its script holds. */
interface Sample {
  resident: number;
  heap: number;
}

async function heapOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]) / 1e6;
}

/** The samples of every interval until it is ended. */
function watch(shop: DrillShop, interval: number, report: (line: string) => void) {
  const samples: Sample[] = [];
  const look = async () => {
    const [resident, heap] = await Promise.all([residentMemory(shop.pid()), heapOf(shop.url)]);
    samples.push({ resident, heap });
    report(
      `${Math.round((samples.length * interval) / 1000)} s: ${Math.round(resident)} MB, heap ${Math.round(heap)} MB`,
    );
  };
  const timer = setInterval(() => {
    void look();
  }, interval);
  return { samples, end: () => clearInterval(timer) };
}

/** The first third warms the caches; then what is resident, and what is left of the heap between collections, stays. */
function judge(samples: readonly Sample[], growth: number, notes: Notes): void {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, -third), samples.slice(-third)];
  const resident = (part: readonly Sample[]) =>
    quantile(
      part.map((sample) => sample.resident),
      0.5,
    );
  const heap = (part: readonly Sample[]) => Math.min(...part.map((sample) => sample.heap));
  for (const [name, of] of [
    ['resident', resident],
    ['heap', heap],
  ] as const) {
    const [before, after] = [of(middle), of(last)];
    notes.figures[`${name}, MB`] = `${Math.round(before)} in the middle, ${Math.round(after)} at the end`;
    notes.expect(
      after <= before * growth,
      `${name} grew from ${Math.round(before)} to ${Math.round(after)} MB`,
    );
  }
  const most = Math.max(...samples.map((sample) => sample.resident));
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
    await withShop(openShop(ground), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const members = await logInMembers(shop.url);
      const watching = watch(shop, (volume.seconds * 1000) / SAMPLES, report);
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
      watching.end();
      judge(watching.samples, growth, notes);
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
