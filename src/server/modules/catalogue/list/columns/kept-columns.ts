import { cachedFor } from '../../../../kernel/db/cache.ts';
import type { Change } from '../../../../kernel/db/changes.ts';
import { hearsChanges, type Kept, keptIn } from '../../../../kernel/db/memory.ts';
import type { Db } from '../../../../kernel/db/schema.ts';
import { FLAGS, TEXTS } from '../condition.ts';
import { GoodsColumns } from './goods-columns.ts';

/** Shops with fewer goods on sale are counted by the database in some milliseconds, and hold nothing. */
export const LEAST_GOODS = 5_000;

/** Seconds after which it is looked again how many there are. */
const SIZE_SECONDS = 600;

/** Goods read at a time: other requests go on between them. */
const BATCH_SIZE = 500;

/** Goods that are read one by one; beyond, all are read. */
const MOST_CHANGED = 5_000;

/** Seconds between two readings of all goods: what was changed in bulk is counted as late as counts are cached. */
const READ_EVERY = 30;

const KIND = {};

/**
 * The columns of the goods on sale as they are now, but for changes in bulk. Null where the database has to count: the shop is
 * small or too large, the process does not hear of changes, or it is still reading, which goes on beside the requests.
 */
export async function columnsOf(db: Db, now: number): Promise<GoodsColumns | null> {
  if (!hearsChanges(db)) return null;
  const size = { key: 'goods on sale', seconds: SIZE_SECONDS, now };
  if ((await cachedFor(db, size, () => goodsOnSale(db))) < LEAST_GOODS) return null;
  return keptIn(db, KIND, () => new KeptColumns()).current(db, now);
}

/** Resolves when the columns are read, where there are enough goods to need them and the process hears of changes. */
export async function readColumns(db: Db, now: number): Promise<void> {
  await columnsOf(db, now);
  await keptIn(db, KIND, () => new KeptColumns()).settled();
}

async function goodsOnSale(db: Db): Promise<number> {
  const totals = await db.selectFrom('stock_totals').select('on_sale').executeTakeFirst();
  return totals?.on_sale ?? 0;
}

export class KeptColumns implements Kept {
  #columns: GoodsColumns | null = null;
  #changed = new Set<number>();
  /** All goods are to be read. */
  #stale = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  drop(change: Change | null): void {
    if (change !== null && change.table !== 'goods') return;
    for (const id of change?.ids ?? []) this.#changed.add(id);
    if (!change?.ids || this.#changed.size > MOST_CHANGED) this.#stale = true;
    if (this.#stale) this.#changed.clear();
  }

  /** What has been read, with single changes; null before the first reading has ended. */
  async current(db: Db, now: number): Promise<GoodsColumns | null> {
    if (this.#stale && this.#reading === null && now >= this.#readAt + READ_EVERY) void this.read(db, now);
    // A reading that is under way may have passed what has changed: it waits for its end.
    if (this.#columns && this.#reading === null && this.#changed.size > 0)
      await this.#readChanged(db, this.#columns);
    return this.#columns;
  }

  /** Resolves when no reading is under way. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  /** Reads all goods; after a failure the next use tries again. */
  read(db: Db, now: number): Promise<void> {
    this.#stale = false;
    this.#readAt = now;
    this.#changed.clear();
    this.#reading = this.#readAll(db);
    return this.#reading;
  }

  async #readAll(db: Db): Promise<void> {
    try {
      this.#columns = await readAll(db);
    } catch {
      this.#stale = true;
    } finally {
      this.#reading = null;
    }
  }

  async #readChanged(db: Db, columns: GoodsColumns): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const rows = await onSale(db).where('id', 'in', ids).execute();
      for (const id of ids) columns.remove(id);
      if (!columns.put(rows)) this.#columns = null;
    } catch (fault) {
      this.#stale = true;
      throw fault;
    }
  }
}

const onSale = (db: Db) =>
  db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .select(['id', 'category_id', 'maker_id', 'price_fen', 'created_at', 'expires', ...FLAGS, ...TEXTS]);

/** Null when there are more than can be held. */
async function readAll(db: Db): Promise<GoodsColumns | null> {
  const columns = new GoodsColumns();
  for (let after = 0; ; ) {
    const rows = await onSale(db).where('id', '>', after).orderBy('id').limit(BATCH_SIZE).execute();
    if (!columns.put(rows)) return null;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return columns;
    after = last.id;
  }
}
