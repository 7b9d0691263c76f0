import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { encodePage } from '#engine/host/page-encoding.ts';
import { endProcess } from '#engine/host/process/end.ts';

/**
 * What a request can cost at least, with `node:http`, the database, and nothing else: `/rows` answers 40 goods by key, `/row`
 * one, `/upsert` writes one row and commits, `/home.html` and `/list.html` answer what stands in the folder `PAGES`, compressed
 * for each request. The database is a server at `DATABASE_URL`, by `pg` with prepared statements, or PGlite in the folder
 * `DATABASE_FOLDER`. Run as a process of its own, as the shop is.
 */
const ROWS = 40;
const CONNECTIONS = 20;

/** One statement, under a name by which a server keeps its plan. */
type Query = (name: string, text: string, values: unknown[]) => Promise<object[]>;

function queryServer(connectionString: string): Query {
  const pool = new Pool({ connectionString, max: CONNECTIONS });
  return async (name, text, values) => (await pool.query<object>({ name, text, values })).rows;
}

async function queryFolder(folder: string): Promise<Query> {
  const engine = await PGlite.create(folder);
  return async (_, text, values) => (await engine.query<object>(text, values)).rows;
}

const { DATABASE_URL: url = '', DATABASE_FOLDER: folder = '' } = process.env;
const query = url === '' ? await queryFolder(folder) : queryServer(url);

await query('table', 'CREATE TABLE IF NOT EXISTS bare (id integer PRIMARY KEY, number integer NOT NULL)', []);
const goods = await query('goods', 'SELECT id FROM goods ORDER BY id LIMIT 2000', []);
const ids = goods.flatMap((row) => ('id' in row && typeof row.id === 'number' ? [row.id] : []));

const some = (): number => ids[Math.floor(Math.random() * ids.length)] ?? 0;

const QUERIES: Readonly<Record<string, () => Promise<object[]>>> = {
  '/rows': () =>
    query('rows', 'SELECT * FROM goods WHERE id = ANY($1)', [Array.from({ length: ROWS }, some)]),
  '/row': () => query('row', 'SELECT * FROM goods WHERE id = $1', [some()]),
  '/upsert': () =>
    query(
      'upsert',
      'INSERT INTO bare VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET number = bare.number + 1 RETURNING number',
      [some()],
    ),
};

const pages = new Map(
  await Promise.all(
    ['/home.html', '/list.html'].map(
      async (path) => [path, await readFile(join(process.env['PAGES'] ?? '', path))] as const,
    ),
  ),
);

async function answer(path: string, response: ServerResponse): Promise<void> {
  const page = pages.get(path);
  if (page !== undefined) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-encoding', 'zstd');
    return void response.end(await encodePage(page, 'zstd'));
  }
  const rows = QUERIES[path];
  if (!rows) return void response.writeHead(404).end();
  const body = JSON.stringify(await rows());
  response.setHeader('content-type', 'application/json');
  response.end(body);
}

const server = createServer((request, response) => {
  answer(request.url ?? '', response).catch((fault: unknown) => {
    console.error(fault);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env['PORT']), 'localhost');
process.once('SIGTERM', () => endProcess(0));
