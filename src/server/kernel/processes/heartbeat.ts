import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import type { Db } from '../db/schema.ts';
import { createFigures } from './figures.ts';

/** Seconds between two messages of a process. */
export const HEARTBEAT_SECONDS = 15;

/** Seconds after which a process that ended without a word is forgotten. */
const FORGOTTEN = 86_400;

/** Writes what this process measures. @returns one message; a fault of the database is the caller's */
export function createHeartbeat(db: Db, metrics: Registry, startedAt: number) {
  const id = randomUUID();
  const figuresAt = createFigures(metrics);
  return {
    async beat(now: number): Promise<void> {
      const report = { seen_at: now, figures: JSON.stringify(await figuresAt(now)) };
      await db
        .insertInto('site_processes')
        .values({ id, host: hostname(), pid: process.pid, started_at: startedAt, ...report })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
        .execute();
      await db
        .deleteFrom('site_processes')
        .where('seen_at', '<', now - FORGOTTEN)
        .execute();
    },
    /** The process ends as it should. */
    async leave(): Promise<void> {
      await db.deleteFrom('site_processes').where('id', '=', id).execute();
    },
  };
}

/**
 * Reports on this process until it ends. While the database is away nothing is written.
 * @returns stops it
 */
export function startHeartbeat(db: Db, metrics: Registry, now: () => number): () => Promise<void> {
  const heartbeat = createHeartbeat(db, metrics, now());
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    beating = beating.then(() => heartbeat.beat(now())).catch(() => {});
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_SECONDS * 1000).unref();
  return async () => {
    clearInterval(timer);
    await beating;
    await heartbeat.leave().catch(() => {});
  };
}
