import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';

/** Milliseconds that the first process has to ask all others. */
const TIMEOUT = 6000;

/** A process that serves asks the first one, which knows all of them. */
interface Question {
  metrics: 'ask';
  id: number;
}

interface Reply {
  metrics: 'told';
  id: number;
  /** Null when a process did not answer. */
  text: string | null;
}

const isObject = (message: unknown): message is Record<string, unknown> =>
  typeof message === 'object' && message !== null;

const isQuestion = (message: unknown): message is Question =>
  isObject(message) && message['metrics'] === 'ask';

const isReply = (message: unknown): message is Reply => isObject(message) && message['metrics'] === 'told';

/** In the first of several processes: tells those that serve what all of them have measured. */
export function answerOverProcesses(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return;
    const reply = (text: string | null) =>
      worker.send({ metrics: 'told', id: message.id, text } satisfies Reply);
    aggregator.clusterMetrics().then(reply, () => reply(null));
  });
}

/** The place of all that this process measures; one of several processes tells the first one by itself. */
export function createRegistry(): Registry {
  if (!cluster.isWorker) return new Registry();
  const registry = new AggregatorRegistry<typeof Registry.PROMETHEUS_CONTENT_TYPE>();
  AggregatorRegistry.setRegistries([registry]);
  return registry;
}

/**
 * What to answer a scraper with: of this process, or of all where it is one of several.
 * @throws when a process does not answer in time
 */
export function collectOverProcesses(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const waiting = new Map<number, (text: string | null) => void>();
  process.on('message', (message: unknown) => {
    if (isReply(message)) waiting.get(message.id)?.(message.text);
  });
  let count = 0;
  return async () => {
    count += 1;
    const id = count;
    try {
      const text = await Promise.race([
        new Promise<string | null>((resolve) => {
          waiting.set(id, resolve);
          process.send?.({ metrics: 'ask', id } satisfies Question);
        }),
        new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT, null).unref()),
      ]);
      if (text === null) throw new Error('a process did not tell what it has measured');
      return text;
    } finally {
      waiting.delete(id);
    }
  };
}
