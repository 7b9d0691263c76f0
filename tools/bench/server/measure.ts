import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'autocannon';
import { type SiteProcess, startSite } from '../../site-process.ts';
import type { BaselineServer } from '../baseline-server.ts';
import { besideOthers, residentMemory } from '../machine.ts';
import type { Figures, RowName } from '../rows.ts';
import { startBareServer } from './bare.ts';
import { fire, type LoadFigures, type Steps } from './load.ts';
import { addForm, type BenchMember, logInMembers } from './members.ts';
import { type Engine, PLACES } from './place.ts';
import { purchaseSteps } from './purchase.ts';
import { measureSheet } from './sheet.ts';

/** So that nothing that is measured sells out. */
const STOCK = 1_000_000;

/** What browsers send. */
const ENCODINGS = 'gzip, deflate, br, zstd';

const get = (path: string, headers: Request['headers'] = {}): Steps => [{ method: 'GET', path, headers }];

const page = (path: string, cookie?: string): Steps =>
  get(path, { accept: 'text/html', 'accept-encoding': ENCODINGS, ...(cookie !== undefined && { cookie }) });

const add = ({ cookie, goods }: BenchMember): Steps => [
  {
    method: 'POST',
    path: '/api/cart',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(addForm(goods)).toString(),
  },
];

/** What a row is measured by: what each member does, and the same of the bare server or of the shop itself. */
interface Case {
  row: RowName;
  /** The row of the same on the embedded database, where it is measured there. */
  pglite?: RowName;
  steps: (member: BenchMember) => Steps;
  baseline?: { of: 'bare' | 'shop'; steps: Steps };
}

const bare = (path: string) => ({ of: 'bare', steps: get(path) }) as const;

/** In this order: what is bought last can disturb nothing else. */
const CASES: readonly Case[] = [
  {
    row: 'list',
    pglite: 'pgliteList',
    steps: ({ cookie }) => get('/api/goods/list?page=1', { cookie }),
    baseline: bare('/rows'),
  },
  {
    row: 'detail',
    pglite: 'pgliteDetail',
    steps: ({ cookie, goods }) => get(`/api/goods/detail/${goods}`, { cookie }),
    baseline: bare('/row'),
  },
  {
    row: 'suggestion',
    steps: ({ cookie }) => get('/api/goods/search?keywords=amxl&type=goods', { cookie }),
  },
  {
    row: 'user',
    pglite: 'pgliteUser',
    steps: ({ cookie }) => get('/api/user/base', { cookie }),
    baseline: { of: 'shop', steps: get('/healthz') },
  },
  { row: 'visitorHome', steps: () => page('/') },
  {
    row: 'home',
    pglite: 'pgliteHome',
    steps: ({ cookie }) => page('/', cookie),
    baseline: bare('/home.html'),
  },
  {
    row: 'listPage',
    pglite: 'pgliteListPage',
    steps: ({ cookie }) => page('/list', cookie),
    baseline: bare('/list.html'),
  },
  { row: 'add', pglite: 'pgliteAdd', steps: add, baseline: bare('/upsert') },
  { row: 'checkout', pglite: 'pgliteCheckout', steps: purchaseSteps, baseline: bare('/upsert') },
];

/** A shop with the demo data, and the bare server beside it on the same data. */
interface Setup {
  site: SiteProcess;
  bareServer: BaselineServer;
  members: readonly BenchMember[];
  stop(): Promise<void>;
}

export interface ServerBenchOptions {
  distDir: string;
  engine: Engine;
  /** Rows to measure; all when left out. */
  rows?: readonly RowName[];
  /** Arguments of Node for the shop's process. */
  nodeArguments?: readonly string[];
}

async function setUp({ distDir, engine, nodeArguments = [] }: ServerBenchOptions): Promise<Setup> {
  const place = await PLACES[engine]();
  const pages = await mkdtemp(join(tmpdir(), 'storewright-bench-pages-'));
  const env = { ...place.env, DIST_DIR: distDir };
  /* Writing the demo data takes memory that no shop needs which opens with its own. */
  await (await startSite(env)).stop();
  await place.run(`UPDATE batches SET stock = stock + ${STOCK}; ANALYZE`);
  const bareDatabase = await place.bare();
  const site = await startSite(env, '.', nodeArguments);
  const members = await logInMembers(site.url);
  const [first] = members;
  for (const [file, path] of [
    ['home.html', '/'],
    ['list.html', '/list'],
  ] as const) {
    const response = await fetch(site.url + path, { headers: { cookie: first?.cookie ?? '' } });
    await writeFile(join(pages, file), await response.text());
  }
  const bareServer = await startBareServer(bareDatabase, pages);
  return {
    site,
    bareServer,
    members,
    async stop() {
      await Promise.all([site.stop(), bareServer.stop()]);
      await place.remove();
      await rm(pages, { recursive: true, force: true });
    },
  };
}

/** Measures what a busy shop is asked most, each with its baseline in the same run. */
export async function measureServer(
  options: ServerBenchOptions,
  report: (line: string) => void,
): Promise<Figures> {
  const setup = await setUp(options);
  const figures: Figures = {};
  try {
    for (const { row: onServer, pglite, steps, baseline } of CASES) {
      const row = options.engine === 'pglite' ? pglite : onServer;
      if (row === undefined || (options.rows && !options.rows.includes(row))) continue;
      report(row);
      const { result, others } = await besideOthers(async () => ({
        own: await fire(setup.site.url, (connection) => steps(memberAt(setup, connection))),
        base: baseline && (await baselineOf(setup, baseline)),
      }));
      const { rate, ...rest } = result.own;
      figures[row] = { value: rate, ...rest, others, ...(result.base && { baseline: result.base.rate }) };
    }
    if (options.engine === 'pglite') return figures;
    figures.memory = { value: await residentMemory(setup.site.pid), others: 0 };
    if (!options.rows || options.rows.includes('sheet')) {
      report('sheet');
      const { result, others } = await besideOthers(() => measureSheet(setup.site.url, memberAt(setup, 0)));
      figures.sheet = { value: result, others };
    }
    return figures;
  } finally {
    await setup.stop();
  }
}

function memberAt({ members }: Setup, connection: number): BenchMember {
  const member = members[connection % members.length];
  if (!member) throw new Error('no members');
  return member;
}

const baselineOf = (
  { site, bareServer }: Setup,
  { of, steps }: NonNullable<Case['baseline']>,
): Promise<LoadFigures> => fire(of === 'bare' ? bareServer.url : site.url, () => steps);
