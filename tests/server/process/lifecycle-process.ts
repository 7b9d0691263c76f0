import { setImmediate as turn } from 'node:timers/promises';
import { superviseProcess } from '#engine/host/process/supervise.ts';
import { DatabaseOutage, surviveOutage } from '#server/kernel/db/outage.ts';
import { startApp } from '../support/app.ts';

/** A supervised process in which a fault happens that nobody catches: in a promise, in an event, or a break of its database. */
const [fault] = process.argv.slice(2);
const shop = await startApp({ engine: 'pglite' });
const { app } = shop;
await app.listen({ port: 0, host: '127.0.0.1' });
superviseProcess({
  app,
  survives: surviveOutage,
  async close() {
    await shop.close();
    process.stdout.write('closed\n');
  },
});
if (fault === 'break') {
  void Promise.reject(new DatabaseOutage(new Error('gone')));
  // After the fault was heard of: what it would end does not answer any more.
  await turn();
  const { statusCode } = await app.inject('/healthz');
  if (statusCode === 200) process.stdout.write('still here\n');
} else if (fault === 'promise') void Promise.reject(new Error('nobody caught this'));
else
  setTimeout(() => {
    throw new Error('nobody caught this');
  });
