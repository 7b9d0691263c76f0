import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import { openStore } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { freePort } from '../../../free-port.ts';
import { startSite } from '../../../site-process.ts';
import { Client } from '../client.ts';
import { createNotes, type Drill, type Notes, proveBooks, type Stage } from '../drill.ts';
import { Replaceable } from '../replaceable.ts';
import { DRILL_ENV, fillShelves, type Ground } from '../shop.ts';
import { type Checkout, fillCheckout, orderedWith } from './checkout.ts';
import { buildEarlier } from './earlier.ts';

const ROUNDS = { small: 1, full: 8 } as const;

const PLENTY = 1_000_000;

/** Per cent by which a good becomes dearer while its buyer fills in the checkout. */
const RISE = 10;

type Version = 'earlier' | 'later';

/** A page of one version that is sent to the server of the other. */
interface Crossing {
  page: Version;
  server: Version;
  /** Its good becomes dearer meanwhile. */
  isDearer: boolean;
}

const CROSSINGS: readonly Crossing[] = [
  { page: 'earlier', server: 'later', isDearer: false },
  { page: 'later', server: 'earlier', isDearer: false },
  { page: 'earlier', server: 'later', isDearer: true },
  { page: 'later', server: 'earlier', isDearer: true },
];

/** One process of the site, in one version or the other, on one port and one database. */
async function openSite(databaseUrl: string, builds: Record<Version, string>, folder: string) {
  const log: string[] = [];
  let version: Version = 'later';
  const site = new Replaceable(await freePort(), (port) =>
    startSite(
      {
        ...DRILL_ENV,
        DATABASE_URL: databaseUrl,
        DIST_DIR: builds[version],
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
      },
      '.',
      [],
      (line) => {
        log.push(line);
      },
    ),
  );
  const endWithUs = () => site.killAtOnce();
  process.once('exit', endWithUs);
  await site.start();
  return {
    url: site.url,
    log,
    async become(next: Version) {
      if (version === next) return;
      version = next;
      await site.replace();
    },
    async close() {
      process.off('exit', endWithUs);
      await site.end('kill');
    },
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function raisePrice({ url }: Site, { registry }: Ground, goods: number): Promise<void> {
  const staff = new Client(url, registry.contracts);
  await staff.logIn('ops');
  const { status, message } = await staff.insist('ops-goods.bulk', {
    body: { act: 'price', percent: RISE, ids: [goods] },
  });
  if (status !== 200) throw new Error(`the price was not changed: ${status} ${message}`);
}

/** Nothing that was typed is gone, and nothing was ordered by a press that was refused. */
async function expectNothingDone(db: Db, checkout: Checkout, what: string, notes: Notes): Promise<void> {
  notes.expect(await checkout.isKept(), `${what}: what was filled in is gone`);
  notes.expect(
    (await orderedWith(db, checkout.remark)).length === 0,
    `${what}: the answer was no, and it was ordered`,
  );
}

interface Counts {
  crossings: number;
  refused: number;
}

async function cross(
  stage: Stage & { browser: Browser; site: Site; db: Db },
  crossing: Crossing,
  turn: number,
  counts: Counts,
  notes: Notes,
): Promise<void> {
  const { site, db, browser, ground, report } = stage;
  const what = `a page of the ${crossing.page} version, the server of the ${crossing.server} one${crossing.isDearer ? ', a price that rose' : ''}`;
  await site.become(crossing.page);
  const checkout = await fillCheckout(browser, site.url, turn);
  try {
    notes.expect(checkout.asksInvoice === (crossing.page === 'later'), `${what}: this is another version`);
    if (crossing.isDearer) await raisePrice(site, ground, checkout.goods);
    await site.become(crossing.server);
    let answer = await checkout.submit();
    const filledIn = answer.payable;
    let presses = 1;
    /* A field that the earlier server does not know waits for the later one; a price that rose is looked at again. */
    for (; !answer.isTaken && presses < 3; presses += 1) {
      counts.refused += 1;
      notes.expect(answer.status < 500, `${what}: ${answer.status} ${answer.message}`);
      notes.expect(answer.message !== '', `${what}: refused without a word`);
      await expectNothingDone(db, checkout, what, notes);
      report(`${what}: ${answer.status} ${answer.message}`);
      await checkout.page.getByText(answer.message).first().waitFor();
      await site.become('later');
      answer = await checkout.submit();
    }
    const orders = await orderedWith(db, checkout.remark);
    const purchases = new Set(orders.map(({ purchase_id }) => purchase_id));
    notes.expect(answer.isTaken, `${what}: never ordered, at last ${answer.status} ${answer.message}`);
    notes.expect(purchases.size === 1, `${what}: ${purchases.size} purchases for one press that was taken`);
    const paid = orders.reduce((sum, { payable_fen }) => sum + payable_fen, 0);
    notes.expect(
      paid <= Math.round(answer.payable * 100),
      `${what}: ${paid} fen for ${answer.payable} yuan that were shown`,
    );
    notes.expect(
      !crossing.isDearer || (presses > 1 && answer.payable > filledIn),
      `${what}: the dearer price was taken without being shown`,
    );
    const invoice = checkout.asksInvoice ? 'special' : 'none';
    for (const order of orders)
      notes.expect(order.invoice === invoice, `${what}: the invoice is ${order.invoice}, not ${invoice}`);
    counts.crossings += 1;
    report(`${what}: ordered at press ${presses}`);
  } finally {
    await checkout.close();
  }
}

async function crossAll(stage: Stage, notes: Notes): Promise<void> {
  const { ground, scale } = stage;
  const folder = await mkdtemp(join(tmpdir(), 'storewright-two-versions-'));
  const databaseUrl = await ground.createDatabase();
  const store = await openStore({ url: databaseUrl, connections: 2 });
  const counts: Counts = { crossings: 0, refused: 0 };
  try {
    await fillShelves(store.db, PLENTY);
    const builds = { earlier: await buildEarlier(folder), later: process.env['DIST_DIR'] ?? 'dist' };
    const site = await openSite(databaseUrl, builds, folder);
    try {
      const browser = await launchChromium();
      try {
        let turn = 0;
        for (let round = 0; round < ROUNDS[scale]; round += 1)
          for (const crossing of CROSSINGS) {
            await cross({ ...stage, browser, site, db: store.db }, crossing, turn, counts, notes);
            turn += 1;
          }
      } finally {
        await browser.close();
      }
    } finally {
      await site.close();
    }
    Object.assign(notes.figures, {
      'checkouts that crossed a deployment': counts.crossings,
      'presses that were refused in words': counts.refused,
    });
    await proveBooks({ inspect: (work) => work(store.db), log: site.log }, notes);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page that was opened before a deployment is sent after it, and one of the new version reaches a process of the old. */
export const twoVersions: Drill = {
  title: 'pages of one version are sent to the server of the other, in a browser, while prices rise',
  bound: { small: 600, full: 1800 },
  async run(stage) {
    const notes = createNotes();
    await crossAll(stage, notes);
    return notes;
  },
};
