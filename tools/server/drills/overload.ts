import { besideOthers, residentMemory } from '../../bench/machine.ts';
import type { Steps, Volume } from '../../bench/server/load.ts';
import { sendLoadApart } from '../../bench/server/load-process.ts';
import type { Client } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, slowdown } from './drill.ts';
import { type DrillShop, fillShelves, openShop, withShop } from './shop.ts';
import { type Acknowledged, startTrading } from './traders.ts';

const SIZES = {
  small: { connections: 200, crowd: 6, flood: 6, best: 4, buyers: 4 },
  full: { connections: 1000, crowd: 60, flood: 600, best: 20, buyers: 16 },
} as const;

/** Connections that a shop serves best. */
const BEST = 20;

/** How many times as much as the shop can do is asked of it. */
const FLOOD = 10;

/** What share of its best a shop still does, and ms within which the rest is refused, 99 of 100. */
const LEAST = 0.8;
const REFUSED = 300;

/** MB that the process may need more under a flood. */
const MORE_MEMORY = 300;

const PLENTY = 1_000_000;

interface Wave {
  /** Answers of 200 a second. */
  rate: number;
  served: number;
  refused: number;
  /** ms until a refusal, and until an answer, of 99 of 100. */
  refusedP99: number;
  servedP99: number;
  /** Neither answered nor refused. */
  lost: number;
  /** ms by which the sender was late itself, of 99 of 100. */
  late: number;
  /** Largest, MB. */
  memory: number;
  others: number;
}

/** Pages of the list that are looked at. */
const PAGES = 7;

/** Members who look at lists, each from another page on. */
const browsing = (clients: readonly Client[]): Steps[] =>
  clients.flatMap(({ cookie, address }) =>
    Array.from({ length: PAGES }, (_, from) =>
      [0, 1, 2].map((page) => ({
        method: 'GET' as const,
        path: `/api/goods/list?page=${1 + ((from + page) % PAGES)}`,
        headers: { cookie, 'x-forwarded-for': address },
      })),
    ),
  );

async function send(shop: DrillShop, clients: readonly Client[], volume: Volume): Promise<Wave> {
  let memory = 0;
  const watchMemory = async () => {
    memory = Math.max(memory, await residentMemory(shop.pid()));
  };
  const watching = setInterval(() => {
    void watchMemory();
  }, 1000);
  try {
    const { result, others } = await besideOthers(() =>
      sendLoadApart({ url: shop.url, steps: browsing(clients), volume }),
    );
    const { times, unanswered, seconds, late } = result;
    const served = times.get(200) ?? [];
    const refused = times.get(503) ?? [];
    const answers = [...times.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      rate: served.length / seconds,
      served: served.length,
      refused: refused.length,
      refusedP99: quantile(refused, 0.99),
      servedP99: quantile(served, 0.99),
      lost: unanswered + answers - served.length - refused.length,
      late,
      memory,
      others,
    };
  } finally {
    clearInterval(watching);
  }
}

/** The wave, and members who buy meanwhile: how many of their requests were put off, of how many. */
async function sendBeside(
  shop: DrillShop,
  clients: readonly Client[],
  volume: Volume,
  notes: Notes,
): Promise<{ wave: Wave; seen: Acknowledged }> {
  const trading = await startTrading(clients, notes);
  const { seen } = trading;
  const wave = await send(shop, clients, volume);
  await trading.end();
  return { wave, seen };
}

function judge(
  name: string,
  best: Wave,
  { wave, seen }: Awaited<ReturnType<typeof sendBeside>>,
  notes: Notes,
): void {
  const { rate, served, refused, refusedP99, servedP99, lost, late, memory, others } = wave;
  const browsed = served / Math.max(1, served + refused);
  const bought = 1 - seen.putOff / Math.max(1, seen.times.length);
  const share = (rate / best.rate) * (slowdown(others) / slowdown(best.others));
  Object.assign(notes.figures, {
    [`${name}: served a second`]: `${rate.toFixed(0)} of ${best.rate.toFixed(0)} at best (${share.toFixed(2)})`,
    [`${name}: refused`]: `${refused}, p99 ${Math.round(refusedP99)} ms; served ${served}, p99 ${Math.round(servedP99)} ms`,
    [`${name}: let in of browsing, of buying`]: `${(100 * browsed).toFixed(0)} %, ${(100 * bought).toFixed(0)} % of ${seen.times.length}`,
    [`${name}: buying, median, ms`]: Math.round(quantile(seen.times, 0.5)),
    [`${name}: memory at most, MB`]: `${Math.round(memory)} (${Math.round(best.memory)} at its best)`,
    [`${name}: without answer`]: lost,
    [`${name}: the sender itself late at p99, ms`]: Math.round(late),
    [`${name}: processors taken by others`]: others.toFixed(2),
  });
  notes.expect(share >= LEAST, `${name}: only ${(100 * share).toFixed(0)} % of the best throughput`);
  const refusedWithin = refusedP99 / slowdown(others);
  notes.expect(
    refused === 0 || refusedWithin <= REFUSED,
    `${name}: refused after ${Math.round(refusedP99)} ms at p99`,
  );
  notes.expect(bought >= browsed, `${name}: buying was put off more than browsing`);
  notes.expect(memory - best.memory <= MORE_MEMORY, `${name}: the process grew to ${Math.round(memory)} MB`);
  notes.expect(lost === 0, `${name}: ${lost} requests were neither answered nor refused`);
}

/** More than the shop can do: it does nearly as much as ever, refuses the rest quickly, and puts buying before looking. */
export const overload: Drill = {
  title: 'a thousand connections, and ten times what the shop can do',
  bound: { small: 900, full: 3600 },
  async run({ scale, ground, report }) {
    const { connections, crowd, flood, best: seconds, buyers } = SIZES[scale];
    const notes = createNotes();
    await withShop(openShop(ground), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const clients = await shop.logInBuyers(buyers);
      await send(shop, clients, { connections: BEST, seconds: 2 });
      const { wave: best } = await sendBeside(shop, clients, { connections: BEST, seconds }, notes);
      report(`at best ${best.rate.toFixed(0)} a second`);
      const crowded = await sendBeside(shop, clients, { connections, seconds: crowd }, notes);
      judge(`${connections} connections`, best, crowded, notes);
      const overallRate = Math.ceil(FLOOD * best.rate);
      const flooded = await sendBeside(shop, clients, { connections, seconds: flood, overallRate }, notes);
      judge(`${FLOOD} times the best`, best, flooded, notes);
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
