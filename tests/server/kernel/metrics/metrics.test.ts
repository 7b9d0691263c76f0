import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startApp();
});
afterAll(() => shop.close());

const scrape = (remoteAddress: string, headers = {}, { app }: TestApp = shop) =>
  app.inject({ url: '/metrics', remoteAddress, headers });

/** The value of a series as it is written. */
async function valueOf(series: string): Promise<number> {
  const { body } = await scrape('127.0.0.1');
  const line = body.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

describe('what the server measures', () => {
  it('counts answers by route, not by address', async () => {
    const browser = shop.browser();
    await browser.call('goods.detail', { params: { id: 1 } });
    await browser.call('goods.detail', { params: { id: 2 } });
    const series =
      'http_request_duration_seconds_count{method="GET",route="/api/goods/detail/:id",status="404"}';
    expect(await valueOf(series)).toBe(2);
  });

  it('tells what waits for the database, and the tasks and streams that are open', async () => {
    expect(await valueOf('db_pool_connections{state="waiting"}')).toBe(0);
    expect(await valueOf('db_pool_connections{state="total"}')).toBeGreaterThan(0);
    expect(await valueOf('tasks{state="waiting"}')).toBe(0);
    expect(await valueOf('event_streams')).toBe(0);
  });

  it('tells jobs that fail, and when they last ended well', async () => {
    await shop.db
      .insertInto('job_schedules')
      .values({ name: 'books', started_at: 100, succeeded_at: 90, failures: 3 })
      .execute();
    expect(await valueOf('job_failures{job="books"}')).toBe(3);
    expect(await valueOf('job_last_success_timestamp_seconds{job="books"}')).toBe(90);
  });

  it('tells how many breaches the last check of the books found', async () => {
    const breaches = ['one', 'two'];
    await shop.db
      .insertInto('book_checks')
      .values({ day: '2026-11-01', started_at: 100, ended_at: 110, breaches })
      .execute();
    expect(await valueOf('books_breaches')).toBe(2);
    expect(await valueOf('books_checked_timestamp_seconds')).toBe(110);
  });
});

describe('who may ask', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is this machine: %s', async (address) => {
    expect((await scrape(address)).statusCode).toBe(200);
  });

  it.each(['10.0.0.1', '192.0.2.1', '2001:db8::1'])('is nobody else: %s', async (address) => {
    const { statusCode, body } = await scrape(address);
    expect([statusCode, body]).toEqual([403, 'forbidden\n']);
  });

  it('is nobody behind a proxy on this machine', async () => {
    expect((await scrape('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403);
  });

  it('is whoever has the token, where there is one', async () => {
    const guarded = await startApp({ parts: { metricsToken: 'a-long-secret' } });
    const status = async (address: string, authorization?: string) =>
      (await scrape(address, authorization === undefined ? {} : { authorization }, guarded)).statusCode;
    expect(await status('192.0.2.1', 'Bearer a-long-secret')).toBe(200);
    expect(await status('192.0.2.1', 'Bearer another')).toBe(403);
    expect(await status('127.0.0.1')).toBe(403);
    await guarded.close();
  });
});
