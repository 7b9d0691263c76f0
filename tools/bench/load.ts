import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { RunningSite } from '#engine/cli/running-site.ts';

export interface LoadFigures {
  name: string;
  /** Answers a second. */
  rate: number;
  /** ms */
  p50: number;
  p95: number;
  /** Answers that were not 2xx, and requests that got none. */
  failed: number;
}

const CONNECTIONS = 20;
const SECONDS = 5;

interface Request {
  name: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

async function fire(
  site: RunningSite,
  { name, path, method = 'GET', headers = {}, body }: Request,
): Promise<LoadFigures> {
  const options = {
    url: `${site.url}${path}`,
    method,
    headers,
    connections: CONNECTIONS,
    ...(body ? { body } : {}),
  };
  await autocannon({ ...options, duration: 1 });
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ ...options, duration: SECONDS }, (fault: Error | null, figures) => {
      if (fault) reject(fault);
      else resolve(figures);
    });
    run.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    name,
    rate: times.length / SECONDS,
    p50: at(0.5),
    p95: at(0.95),
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

/** What a busy shop is asked most, by 20 connections that never pause. */
export async function measureLoad(site: RunningSite): Promise<LoadFigures[]> {
  const cookie = await site.logIn('buyer-01');
  const goods = await buyable(site, cookie);
  const line = `params[0][goods_id]=${goods.id}&params[0][number]=${goods.number}&params[0][ck_id]=${goods.ck_id}`;
  const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const requests: Request[] = [
    { name: 'home, visitor (HTML)', path: '/' },
    { name: 'home, member (HTML)', path: '/', headers: { cookie } },
    { name: 'list (HTML)', path: '/list', headers: { cookie } },
    { name: 'list (API)', path: '/api/goods/list?page=1', headers: { cookie } },
    { name: 'suggestion', path: '/api/goods/search?keywords=amxl&type=goods', headers: { cookie } },
    { name: 'add to cart', path: '/api/cart', method: 'POST', headers: form, body: line },
  ];
  const figures: LoadFigures[] = [];
  for (const request of requests) figures.push(await fire(site, request));
  return figures;
}

/** The suggestions alone, over all kinds of keywords a buyer types. */
export async function measureSuggestions(site: RunningSite): Promise<{ p50: number; p95: number }> {
  const cookie = await site.logIn('buyer-01');
  const times: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    for (const keyword of ['amxl', 'bl', '阿莫西林', '感冒', '胶囊', '药业', '29', 'sx', '六味地黄丸', 'n']) {
      const started = performance.now();
      const path = `/api/goods/search?keywords=${encodeURIComponent(keyword)}&type=goods`;
      await (await fetch(`${site.url}${path}`, { headers: { cookie } })).arrayBuffer();
      times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** ms from sending a sheet with so many rows until the last of them is in the cart. */
export async function measureImport(site: RunningSite, rows: number): Promise<number> {
  const cookie = await site.logIn('buyer-02');
  const { code } = await buyable(site, cookie);
  const sheet = `编码,数量\n${Array.from({ length: rows }, () => `${code},1`).join('\n')}\n`;
  const body = new FormData();
  body.append('file', new File([sheet], 'rows.csv'));
  const started = performance.now();
  const sent = await fetch(`${site.url}/api/cart/import`, { method: 'POST', headers: { cookie }, body });
  const { data } = (await sent.json()) as { data: { task: number } };
  while (await isOpen(site, cookie, data.task)) await sleep(50);
  return performance.now() - started;
}

async function isOpen(site: RunningSite, cookie: string, task: number): Promise<boolean> {
  const response = await fetch(`${site.url}/api/task/${task}`, { headers: { cookie } });
  const { data } = (await response.json()) as { data: { task: { open: number } } };
  return data.task.open === 1;
}

interface Buyable {
  id: number;
  code: string;
  number: number;
  ck_id: number;
}

/** A good in plenty, with the least quantity that may be bought. */
async function buyable(site: RunningSite, cookie: string): Promise<Buyable> {
  const response = await fetch(`${site.url}/api/goods/list?stock=1&sort=sales`, { headers: { cookie } });
  const { data } = (await response.json()) as {
    data: {
      list: {
        id: number;
        code: string;
        ck_id: number;
        is_buy: number;
        multiple: number;
        qg_number: number;
      }[];
    };
  };
  const goods = data.list.find((item) => item.is_buy === 1 && item.multiple === 1 && item.qg_number <= 1);
  if (!goods) throw new Error('no good to buy');
  return { id: goods.id, code: goods.code, number: 1, ck_id: goods.ck_id };
}
