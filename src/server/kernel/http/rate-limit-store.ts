import { callbackify } from 'node:util';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/** Counts the requests of an address to a call in the database, so that a limit holds over all processes. */
export function rateLimitStore(db: Db): FastifyRateLimitStoreCtor {
  return class DatabaseStore implements FastifyRateLimitStore {
    #call = '';

    child({ path, method }: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      const store = new DatabaseStore();
      store.#call = `${String(method)} ${path}`;
      return store;
    }

    incr(address: string, done: Counted, timeWindow: number): void {
      callbackify(count)(db, `${this.#call} ${address}`, timeWindow, done);
    }
  };
}

/** One request more. @returns those of its window, and how long that goes on (ms) */
async function count(db: Db, key: string, timeWindow: number): Promise<{ current: number; ttl: number }> {
  const now = Date.now();
  const isOver = sql<boolean>`rate_limits.ends_at <= ${now}`;
  const ends = now + timeWindow;
  const { count: current, ends_at } = await db
    .insertInto('rate_limits')
    .values({ key, count: 1, ends_at: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE rate_limits.count + 1 END`,
        ends_at: sql`CASE WHEN ${isOver} THEN ${ends} ELSE rate_limits.ends_at END`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow();
  return { current, ttl: ends_at - now };
}
