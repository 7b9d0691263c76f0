import { type RawBuilder, sql } from 'kysely';
import { type Change, changeText } from './changes.ts';
import { driverOf, transactionOn } from './driver.ts';
import { CHANNEL } from './listen.ts';
import { surviveOutage } from './outage.ts';
import type { Db } from './schema.ts';

/** Milliseconds between the first message and the notification that carries it and all that came meanwhile. */
const DELAY = 200;

/** Messages, as a query of one column, `text`. */
export interface Messages {
  /** Those with the same key are the same, and sent once. */
  key: string;
  /** Made when they are sent: building it takes longer than to see that they wait already. */
  query: (db: Db) => Texts;
}

type Texts = RawBuilder<{ text: string }>;

/**
 * Sends what the processes of a shop tell each other after a commit, many messages in one transaction on a connection of
 * its own: PostgreSQL commits notifying transactions one after another, in all databases, so that no order may be one.
 */
class Publisher {
  readonly #db: Db;
  #changes = new Map<string, Change>();
  #messages = new Map<string, Messages>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(db: Db) {
    this.#db = db;
  }

  change({ table, ids }: Change): void {
    const known = this.#changes.get(table);
    const all = ids === null || known?.ids === null;
    this.#changes.set(table, { table, ids: all ? null : new Set([...ids, ...(known?.ids ?? [])]) });
    this.#schedule();
  }

  messages(messages: Messages): void {
    this.#messages.set(messages.key, messages);
    this.#schedule();
  }

  /** Sends at once what waits; resolves when all of it is sent. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const send = () => this.#send();
    // A fault is that of whoever waited for it.
    this.#sending = this.#sending.then(send, send);
    return this.#sending;
  }

  /** Sends what waits, for the last time: what an outage holds back now is lost with this process. */
  async end(): Promise<void> {
    await this.flush();
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#ended) return;
    this.#timer ??= setTimeout(() => void this.flush(), DELAY).unref();
  }

  async #send(): Promise<void> {
    const changes = this.#changes;
    const messages = this.#messages;
    if (changes.size === 0 && messages.size === 0) return;
    this.#changes = new Map();
    this.#messages = new Map();
    const texts = [...changes.values()].map(changeText);
    const changed = sql<{ text: string }>`SELECT unnest(${texts}::text[]) AS text`;
    const queries = [...messages.values()].map(({ query }) => query(this.#db));
    try {
      await this.#commit([changed, ...queries]);
    } catch (fault) {
      if (surviveOutage(fault) === undefined) throw fault;
      // Processes that lost their listening connection as well drop everything; for others it is sent again.
      for (const change of changes.values()) this.change(change);
      for (const one of messages.values()) this.messages(one);
    }
  }

  /**
   * All in one transaction and one packet, each as a statement of its own, which is planned once: as one statement they took
   * 10 ms and more to plan.
   */
  async #commit(queries: readonly Texts[]): Promise<void> {
    const driver = driverOf(this.#db);
    const session = await driver.acquireConnection();
    const transaction = transactionOn(driver, session);
    const begun = session.send('begin');
    const published = queries.map((query) => publishOnCommit(transaction.db, query));
    const sent = [begun, ...published, session.send('commit')];
    try {
      await Promise.all(sent);
    } finally {
      await Promise.allSettled(sent);
      transaction.end();
      session.release();
    }
  }
}

/** Publishes in the transaction, where it is one. */
export async function publishOnCommit(db: Db, texts: Texts): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, text) FROM (${texts}) AS messages`.execute(db);
}

const publishers = new WeakMap<Db, Publisher>();

/** The publisher of a database, not of a transaction on it. */
export function publisherOf(db: Db): Publisher {
  const publisher = publishers.get(db) ?? new Publisher(db);
  publishers.set(db, publisher);
  return publisher;
}
