import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideOthers, residentMemory } from '../../bench/machine.ts';
import type { Client, Reply } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, slowdown } from './drill.ts';
import { type DrillShop, fillShelves, openShop, withShop } from './shop.ts';
import { startTrading } from './traders.ts';

const SIZES = {
  small: { slow: 40, halves: 10, streams: 60, aborting: 2, giants: 2, seconds: 6, buyers: 4 },
  full: { slow: 400, halves: 100, streams: 400, aborting: 8, giants: 8, seconds: 120, buyers: 16 },
} as const;

const PLENTY = 1_000_000;

/** Others notice nothing: they are answered within this many times what they were before, or within so many ms. */
const TIMES = 4;
const UNNOTICED = 1000;

/** MB that the shop's process may need more. */
const MORE_MEMORY = 200;

/** Bytes of a body that are sent before the shop must have cut it off; of a gigabyte that is announced. */
const GIGABYTE = 1_000_000_000;
const CUT_BY = 32_000_000;

const CHUNK = Buffer.alloc(65_536, 'a');

/** What breaks a client off, however it stands. */
type End = () => void;

function open(shop: DrillShop): Socket {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
}

/** Sends the head of a request a few bytes a second, and never the end of it. */
function slowloris(shop: DrillShop): End {
  const socket = open(shop);
  socket.write('GET /api/goods/list HTTP/1.1\r\nHost: shop\r\n');
  const timer = setInterval(() => socket.write(`X-Slow: ${Math.random()}\r\n`), 700);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

/** Announces an upload, sends half of it and waits. */
function halfUpload(shop: DrillShop, { cookie }: Client): End {
  const socket = open(shop);
  socket.write(
    [
      'POST /api/upload HTTP/1.1',
      'Host: shop',
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=half',
      'Content-Length: 2000000',
      '',
      '--half\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ].join('\r\n'),
  );
  socket.write(CHUNK);
  return () => socket.destroy();
}

/** Subscribes to changes and reads nothing of what comes. */
function unreadStream(shop: DrillShop, index: number): End {
  const socket = open(shop);
  socket.write(
    [
      'GET /api/events?calls=brand.list,goods.list HTTP/1.1',
      'Host: shop',
      `X-Forwarded-For: 10.200.${index >> 8}.${index & 255}`,
      '',
      '',
    ].join('\r\n'),
  );
  socket.pause();
  return () => socket.destroy();
}

/** Sends a body of a gigabyte for as long as it is let; answers how many bytes went out. */
function giant(shop: DrillShop, { cookie }: Client, path: string): { sent: () => number; end: End } {
  const socket = open(shop);
  let sent = 0;
  const type = path === '/api/upload' ? 'multipart/form-data; boundary=x' : 'application/json';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: shop\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  if (path === '/api/upload') {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    socket.write(`${head.length.toString(16)}\r\n${head}\r\n`);
  }
  const pump = () => {
    while (!socket.destroyed && sent < GIGABYTE) {
      sent += CHUNK.length;
      if (!socket.write(Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')]))) return;
    }
  };
  socket.on('drain', pump);
  pump();
  return { sent: () => sent, end: () => socket.destroy() };
}

/** Asks and goes away before the answer, again and again. */
async function abortAlways(shop: DrillShop, ending: AbortSignal): Promise<void> {
  const client = shop.client();
  while (!ending.aborted) {
    const leaving = AbortSignal.timeout(1 + Math.floor(Math.random() * 40));
    await client.call('goods.list', { query: { page: 1 } }, { signal: leaving });
    await sleep(20);
  }
}

/** ms that members wait who look around and buy meanwhile; their failures are noted. */
async function watch(
  shop: DrillShop,
  clients: readonly Client[],
  seconds: number,
  notes: Notes,
): Promise<number[]> {
  const times: number[] = [];
  const ending = new AbortController();
  const look = async (client: Client) => {
    while (!ending.signal.aborted) {
      const replies: Reply[] = [
        await client.call('goods.list', { query: { page: 1 } }),
        await client.call('user.base'),
        await client.call('cart.total'),
      ];
      for (const { status, message, ms } of replies) {
        times.push(ms);
        notes.expect(status === 200, `somebody who only looks around was answered ${status} ${message}`);
      }
      await sleep(50);
    }
  };
  const [looker, ...buyers] = clients;
  const trading = await startTrading(buyers, notes);
  const { seen } = trading;
  const looking = looker && look(looker);
  await sleep(seconds * 1000);
  ending.abort();
  await looking;
  await trading.end();
  notes.expect(seen.broken === 0, `${seen.broken} requests of others got no answer`);
  notes.expect((await shop.client().call('goods.list')).status === 200, 'the shop does not serve afterwards');
  return [...times, ...seen.times];
}

/** Clients that dawdle, break off and send too much; everybody else goes on as before. */
export const slowClients: Drill = {
  title: 'slow heads, half uploads, aborted requests, unread event streams and bodies of a gigabyte',
  bound: { small: 900, full: 1200 },
  async run({ scale, ground }) {
    const { slow, halves, streams, aborting, giants, seconds, buyers } = SIZES[scale];
    const notes = createNotes();
    await withShop(openShop(ground), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const clients = await shop.logInBuyers(buyers);
      const [first] = clients;
      if (!first) throw new Error('no buyers');
      const before = await besideOthers(() => watch(shop, clients, seconds, notes));
      const memory = await residentMemory(shop.pid());
      const ends: End[] = [
        ...Array.from({ length: slow }, () => slowloris(shop)),
        ...Array.from({ length: halves }, () => halfUpload(shop, first)),
        ...Array.from({ length: streams }, (_, index) => unreadStream(shop, index)),
      ];
      const bodies = Array.from({ length: giants }, (_, index) =>
        giant(shop, first, index % 2 === 0 ? '/api/upload' : '/api/cart'),
      );
      const ending = new AbortController();
      const leaving = Array.from({ length: aborting }, () => abortAlways(shop, ending.signal));
      const during = await besideOthers(() => watch(shop, clients, seconds, notes));
      const grown = (await residentMemory(shop.pid())) - memory;
      ending.abort();
      await Promise.all(leaving);
      for (const end of [...ends, ...bodies.map((body) => body.end)]) end();
      const at = (share: number, times: readonly number[]) => Math.round(quantile(times, share));
      const [quiet, busy] = [before, during].map(
        ({ result, others }) => quantile(result, 0.95) / slowdown(others),
      );
      const sent = Math.max(...bodies.map((body) => body.sent()));
      Object.assign(notes.figures, {
        'slow, half, streams, giants': `${slow}, ${halves}, ${streams}, ${giants}`,
        'others before, p50 and p95, ms': `${at(0.5, before.result)}, ${at(0.95, before.result)} of ${before.result.length}`,
        'others meanwhile, p50 and p95, ms': `${at(0.5, during.result)}, ${at(0.95, during.result)} of ${during.result.length}`,
        'memory grown by, MB': Math.round(grown),
        'of a gigabyte taken at most, MB': (sent / 1e6).toFixed(1),
      });
      const bound = Math.max(UNNOTICED, TIMES * (quiet ?? 0));
      notes.expect((busy ?? 0) <= bound, `others noticed: p95 ${Math.round(busy ?? 0)} ms`);
      notes.expect(grown <= MORE_MEMORY, `the process grew by ${Math.round(grown)} MB`);
      notes.expect(sent <= CUT_BY, `${Math.round(sent / 1e6)} MB of a body were taken`);
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
