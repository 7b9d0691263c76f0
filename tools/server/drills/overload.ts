import { besideOthers, residentMemory } from '../../bench/machine.ts';
import { type Steps, sendLoad, type Volume } from '../../bench/server/load.ts';
import type { Client } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, slowdown } from './drill.ts';
import { type DrillShop, fillShelves, openShop, withShop } from './shop.ts';
import { nothingYet, plainGoods, trade } from './traders.ts';

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
  /** Largest, MB. */
  memory: number;
  others: number;
}

/** Members who look at lists and goods, each another page. */
function browsing(clients: readonly Client[]): (connection: number) => Steps {
  return (connection) => {
    const { cookie, address } = clients[connection % clients.length] ?? { cookie: '', address: '' };
    const headers = { cookie, 'x-forwarded-for': address };
    return [1, 2, 3].map((page) => ({
      method: 'GET' as const,
      path: `/api/goods/list?page=${1 + ((connection + page) % 7)}`,
      headers,
    }));
  };
}

async function send(shop: DrillShop, clients: readonly Client[], volume: Volume): Promise<Wave> {
  const served: number[] = [];
  const refused: number[] = [];
  let wrong = 0;
  let memory = 0;
  const watchMemory = async () => {
    memory = Math.max(memory, await residentMemory(shop.pid()));
  };
  const watching = setInterval(() => {
    void watchMemory();
  }, 1000);
  try {
    const { result, others } = await besideOthers(() =>
      sendLoad(shop.url, browsing(clients), volume, (status, ms) => {
        if (status === 200) served.push(ms);
        else if (status === 503) refused.push(ms);
        else wrong += 1;
      }),
    );
    return {
      rate: served.length / result.duration,
      served: served.length,
      refused: refused.length,
      refusedP99: quantile(refused, 0.99),
      servedP99: quantile(served, 0.99),
      lost: wrong + result.errors + result.timeouts,
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
  goods: readonly number[],
  volume: Volume,
  notes: Notes,
): Promise<{ wave: Wave; seen: ReturnType<typeof nothingYet> }> {
  const seen = nothingYet();
  const ending = new AbortController();
  const buying = Promise.all(clients.map((client) => trade({ client, goods }, ending.signal, seen, notes)));
  buying.catch(() => {});
  const wave = await send(shop, clients, volume);
  ending.abort();
  await buying;
  return { wave, seen };
}

function judge(
  name: string,
  best: Wave,
  { wave, seen }: Awaited<ReturnType<typeof sendBeside>>,
  notes: Notes,
): void {
  const { rate, served, refused, refusedP99, servedP99, lost, memory, others } = wave;
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
      const [first] = clients;
      const goods = first ? await plainGoods(first) : [];
      await send(shop, clients, { connections: BEST, seconds: 2 });
      const { wave: best } = await sendBeside(shop, clients, goods, { connections: BEST, seconds }, notes);
      report(`at best ${best.rate.toFixed(0)} a second`);
      const crowded = await sendBeside(shop, clients, goods, { connections, seconds: crowd }, notes);
      judge(`${connections} connections`, best, crowded, notes);
      const overallRate = Math.ceil(FLOOD * best.rate);
      const flooded = await sendBeside(
        shop,
        clients,
        goods,
        { connections, seconds: flood, overallRate },
        notes,
      );
      judge(`${FLOOD} times the best`, best, flooded, notes);
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
