import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '#engine/host/server.ts';

/** Bytes of which so many may be on their way when the server looks how much it was: a quick machine sends 40 MB meanwhile. */
const SENT = 1024 * 1024 * 1024;
const READ = SENT / 4;

const CHUNK = Buffer.alloc(65_536, 'a');

/** A server that refuses uploads before it reads them. */
async function startRefusing(): Promise<number> {
  const app = await createServer({ refuse: (reply) => reply.code(503).send() });
  app.addContentTypeParser('application/octet-stream', async () => undefined);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async () => undefined);
  app.post('/text', { bodyLimit: 1000 }, async () => ({ taken: true }));
  app.post('/upload', async (_request, reply) => reply.code(403).send({ refused: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function post(port: number, length: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

it('a body that goes on after its answer is broken off, however long it was to be', async () => {
  const socket = post(await startRefusing(), SENT);
  let sent = 0;
  const pump = () => {
    while (!socket.destroyed && sent < SENT && socket.write(CHUNK)) sent += CHUNK.length;
  };
  socket.on('drain', pump);
  socket.resume();
  pump();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(sent).toBeLessThan(READ);
});

it('a client whose body is refused for its size reads so, and may use the connection again', async () => {
  const socket = connect(await startRefusing(), '127.0.0.1');
  const answers = text(socket);
  const long = CHUNK.length * 4;
  socket.write(
    `POST /text HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: ${long}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('readable', resolve));
  for (let part = 0; part < 4; part += 1) socket.write(CHUNK);
  socket.write('POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  expect(await answers).toMatch(/413 Payload Too Large[\s\S]*403 Forbidden/);
});

it('a client that has sent a little too much reads its answer, and may use the connection again', async () => {
  const port = await startRefusing();
  const socket = post(port, CHUNK.length * 4);
  const answers = text(socket);
  for (let part = 0; part < 4; part += 1) socket.write(CHUNK);
  socket.write('POST /upload HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  expect((await answers).match(/403 Forbidden/g)).toHaveLength(2);
});
