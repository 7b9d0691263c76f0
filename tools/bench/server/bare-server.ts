import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Pool } from 'pg';
import { encodePage } from '#engine/host/page-encoding.ts';

/**
 * What a request can cost at least, with `node:http`, `pg`, prepared statements, and nothing else: `/rows` answers 40 goods
 * by key, `/row` one, `/upsert` writes one row and commits, `/home.html` and `/list.html` answer what stands in the folder
 * `PAGES`, compressed for each request. Run as a process of its own, as the shop is.
 */
const ROWS = 40;
const CONNECTIONS = 20;

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS });
await pool.query('CREATE TABLE IF NOT EXISTS bare (id integer PRIMARY KEY, number integer NOT NULL)');
const { rows: goods } = await pool.query<{ id: number }>('SELECT id FROM goods ORDER BY id LIMIT 2000');

const some = (): number => goods[Math.floor(Math.random() * goods.length)]?.id ?? 0;

const QUERIES: Readonly<Record<string, () => Promise<unknown[]>>> = {
  '/rows': async () => {
    const ids = Array.from({ length: ROWS }, some);
    const text = 'SELECT * FROM goods WHERE id = ANY($1)';
    return (await pool.query({ name: 'rows', text, values: [ids] })).rows;
  },
  '/row': async () => {
    const text = 'SELECT * FROM goods WHERE id = $1';
    return (await pool.query({ name: 'row', text, values: [some()] })).rows;
  },
  '/upsert': async () => {
    const text =
      'INSERT INTO bare VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET number = bare.number + 1 RETURNING number';
    return (await pool.query({ name: 'upsert', text, values: [some()] })).rows;
  },
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
  const query = QUERIES[path];
  if (!query) return void response.writeHead(404).end();
  const body = JSON.stringify(await query());
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
process.once('SIGTERM', () => process.exit(0));
