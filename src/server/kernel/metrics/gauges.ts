import type { Registry } from 'prom-client';
import { editionOf } from '../db/memory.ts';
import type { PoolState } from '../db/pool.ts';
import type { Db } from '../db/schema.ts';
import { registerGauge } from './gauge.ts';

/** Registers what this process has open, and what the database says of jobs and tasks. */
export function registerGauges(registry: Registry, db: Db, pool?: () => PoolState): void {
  if (pool) {
    registerGauge(registry, {
      name: 'db_pool_connections',
      help: 'Sessions of the database by state; waiting: requests that have none yet',
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
      },
    });
  }
  registerGauge(registry, {
    name: 'shop_edition',
    help: 'Times that everything kept in memory was dropped',
    collect() {
      this.set(editionOf(db));
    },
  });
  registerGauge(registry, {
    isOfShop: true,
    name: 'tasks',
    help: 'Tasks of the queue by state',
    labelNames: ['state'],
    async collect() {
      const rows = await db
        .selectFrom('tasks')
        .where('state', 'in', ['waiting', 'running'])
        .groupBy('state')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .execute();
      this.reset();
      for (const state of ['waiting', 'running']) this.set({ state }, 0);
      for (const { state, count } of rows) this.set({ state }, count);
    },
  });
  const lastSuccess = registerGauge(registry, {
    isOfShop: true,
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last ended well',
    labelNames: ['job'],
  });
  registerGauge(registry, {
    isOfShop: true,
    name: 'job_failures',
    help: 'Times in a row that a job has failed',
    labelNames: ['job'],
    async collect() {
      const rows = await db
        .selectFrom('job_schedules')
        .select(['name', 'failures', 'succeeded_at'])
        .execute();
      for (const { name: job, failures, succeeded_at } of rows) {
        this.set({ job }, failures);
        if (succeeded_at !== null) lastSuccess.set({ job }, succeeded_at);
      }
    },
  });
}
