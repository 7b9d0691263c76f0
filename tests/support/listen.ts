import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What a request looked like when it arrived. */
export interface Seen {
  method: string;
  url: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}

export type Reply = (seen: Seen, response: ServerResponse) => unknown;

/**
 * A real HTTP server. `reply` gives the body to answer (an object becomes JSON, its `code` the status),
 * or answers by itself and returns nothing.
 */
export async function listen(reply: Reply): Promise<{ base: string; seen: Seen[]; paths(): string[] }> {
  const seen: Seen[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = request.url ?? '';
    const entry = {
      method: request.method ?? '',
      url,
      path: url.split('?', 1)[0] ?? '',
      body: Buffer.concat(chunks).toString(),
      headers: request.headers,
    };
    seen.push(entry);
    const answer = await reply(entry, response);
    if (answer === undefined) return;
    const code = (answer as { code?: number }).code ?? 200;
    response.statusCode = code >= 200 && code <= 599 ? code : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  }
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, seen, paths: () => seen.map(({ path }) => path) };
}
