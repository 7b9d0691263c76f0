import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Options of the worker. Without a folder the database is in memory. */
export interface PgliteWorkerData {
  folder?: string;
  /** A tar that `dumpDataDir` made, to start an in-memory database from. */
  snapshot?: Uint8Array<ArrayBuffer>;
}

/** The engine as it was compiled by the process, for all its workers. */
export interface CompiledPglite {
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
}

/** Messages to the worker: bytes of the wire protocol, or a command. */
export type ToPgliteWorker = Uint8Array | 'dump' | 'close';

/** Messages from the worker, one for each request in order; the first, before any request, is `ready`. */
export type FromPgliteWorker = Uint8Array | 'ready' | 'closed';

const { folder, snapshot, compiled } = workerData as PgliteWorkerData & { compiled: CompiledPglite };
const port = parentPort;
if (!port) throw new Error('this file is a worker');

const engine = await PGlite.create({
  ...compiled,
  ...(folder === undefined ? {} : { dataDir: folder }),
  ...(snapshot === undefined ? {} : { loadDataDir: new Blob([snapshot]) }),
});

const send = (message: FromPgliteWorker) => {
  port.postMessage(message, message instanceof Uint8Array ? [message.buffer as ArrayBuffer] : []);
};

/**
 * Runs the messages and sends back the engine's bytes, unread: `pg` parses them on the other side. The engine hands out
 * views on a buffer that it writes to again, so each is copied.
 */
async function answer(message: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = [];
  const onRawData = (part: Uint8Array) => void parts.push(part.slice());
  await engine.execProtocolRawStream(message, { syncToFs: false, onRawData });
  send(parts.length === 1 && parts[0] ? parts[0] : new Uint8Array(Buffer.concat(parts)));
}

async function serve(message: ToPgliteWorker): Promise<void> {
  if (message instanceof Uint8Array) return answer(message);
  if (message === 'dump') {
    return send(new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()));
  }
  await engine.close();
  send('closed');
  port?.close();
}

port.on('message', (message: ToPgliteWorker) => void serve(message));

send('ready');
