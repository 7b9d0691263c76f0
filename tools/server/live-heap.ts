import { once } from 'node:events';

/** What a process needs in its `NODE_OPTIONS` so that `liveHeap` can reach it; nobody listens there before. */
export const inspectedAt = (port: number): string => `--inspect-port=127.0.0.1:${port}`;

const TRIES = 50;

/** The address of the inspector, which a process opens when it is told to. */
async function inspectorOf(port: number): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      if (targets[0]) return targets[0].webSocketDebuggerUrl;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`no inspector at port ${port}`);
}

/**
 * MB that the script of a process holds: what is left of its heap once all garbage is collected.
 * @param port the one of its `inspectedAt`
 */
export async function liveHeap(pid: number, port: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorOf(port));
  await once(socket, 'open');
  try {
    const send = async (id: number, method: string): Promise<unknown> => {
      socket.send(JSON.stringify({ id, method }));
      for (;;) {
        const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
        const answer = JSON.parse(data) as { id?: number; result?: unknown };
        if (answer.id === id) return answer.result;
      }
    };
    await send(1, 'HeapProfiler.collectGarbage');
    const { usedSize } = (await send(2, 'Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize / 1e6;
  } finally {
    socket.close();
  }
}
