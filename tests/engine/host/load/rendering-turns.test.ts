import { expect, it } from 'vitest';
import { createRenderingTurns } from '#engine/host/load/rendering-turns.ts';

it('lets the event loop go on between two pages whose data came at once', async () => {
  const nextTurn = createRenderingTurns();
  const done: string[] = [];
  const page = async (name: string) => {
    await nextTurn();
    done.push(name);
    setImmediate(() => done.push('what was waiting'));
  };
  await Promise.all(['home', 'list', 'detail'].map(page));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual([
    'home',
    'what was waiting',
    'list',
    'what was waiting',
    'detail',
    'what was waiting',
  ]);
});
