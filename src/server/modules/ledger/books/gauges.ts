import type { Registry } from 'prom-client';
import type { Db } from '../../../kernel/db/schema.ts';
import { registerGauge } from '../../../kernel/metrics/gauge.ts';

/** Registers the outcome of the last check of the books: when it ended, and how many breaches it found. */
export function registerBookGauges(registry: Registry, db: Db): void {
  const checked = registerGauge(registry, {
    name: 'books_checked_timestamp_seconds',
    help: 'When the books were last checked',
    isOfShop: true,
  });
  registerGauge(registry, {
    name: 'books_breaches',
    help: 'Breaches that the last check of the books found',
    isOfShop: true,
    async collect() {
      const last = await db
        .selectFrom('book_checks')
        .where('ended_at', 'is not', null)
        .orderBy('day', 'desc')
        .limit(1)
        .select(['ended_at', 'breaches'])
        .executeTakeFirst();
      if (!last) return;
      checked.set(Number(last.ended_at));
      this.set(last.breaches.length);
    },
  });
}
