import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { listenOn } from '#engine/host/process/listen.ts';
import { freePort } from '#tools/free-port.ts';

/** More than Node lets wait of its own accord. */
const RUSH = 1000;

/** ms after which a connection that found no room is tried again. */
const TRIED_AGAIN = 1000;

it('a thousand connections at once find room, before any is taken', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const port = await freePort();
  await listenOn(app, port, '127.0.0.1');
  const started = performance.now();
  const sockets = Array.from({ length: RUSH }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(performance.now() - started).toBeLessThan(TRIED_AGAIN);
});

it('a rush of connections is taken in a few turns of the event loop, however long each of them is', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const port = await freePort();
  await listenOn(app, port, '127.0.0.1');
  const taken = new Set<unknown>();
  app.server.on('connection', (socket) => taken.add(socket));
  const sockets = Array.from({ length: RUSH }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  let turns = 0;
  for (; taken.size < RUSH; turns += 1) await nextTurn();
  expect(turns).toBeLessThan(RUSH / 4);
});

it('nothing listens any more once the app is closed', async () => {
  const app = fastify();
  const port = await freePort();
  await listenOn(app, port, '127.0.0.1');
  await app.close();
  for (let count = 0; count < 50; count += 1) {
    const [fault] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(fault.code).toBe('ECONNREFUSED');
  }
});

it('what is to be done beforehand is done before anybody can connect', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const port = await freePort();
  const refused = await new Promise((resolve) => {
    void listenOn(app, port, '127.0.0.1', async () => {
      const [fault] = await once(connect(port, '127.0.0.1'), 'error');
      resolve(fault);
    });
  });
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
});
