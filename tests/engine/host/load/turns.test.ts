import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AT_FIRST, createTurns, MOST } from '#engine/host/load/turns.ts';

/** Keeps the event loop from everything else for so many milliseconds, as a call does that is answered from memory. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const MAX_TURNS = 5;

describe('turns of work', () => {
  it('leave the event loop to others, however much is to be done', async () => {
    const turns = createTurns(MAX_TURNS);
    const pieces = 200;
    const done: number[] = [];
    const piece = async (number: number) => {
      await turns.next('normal');
      work(4);
      done.push(number);
    };
    const all = Promise.all(Array.from({ length: pieces }, (_, number) => piece(number)));
    let count = 0;
    for (; done.length < pieces; count += 1) await nextTurn();
    await all;
    // 4 ms each: about ten fit into a turn once that is known.
    expect(count).toBeGreaterThan((pieces - AT_FIRST) / 20);
  });

  it('are few for what is quick', async () => {
    const turns = createTurns(MAX_TURNS);
    const rush = async () => {
      const begun: number[] = [];
      const piece = async (number: number) => {
        await turns.next('normal');
        begun.push(number);
      };
      const all = Promise.all(Array.from({ length: 300 }, (_, number) => piece(number)));
      let count = 0;
      for (; begun.length < 300; count += 1) await nextTurn();
      await all;
      return count;
    };
    const first = await rush();
    expect(first).toBeLessThan(20);
    expect(await rush()).toBeLessThan(first);
  });

  it('begin with what orders and pays, then with who came first', async () => {
    const turns = createTurns(MAX_TURNS);
    const begun: string[] = [];
    const wait = (name: string, priority: 'high' | 'normal') =>
      turns.next(priority).then(() => begun.push(name));
    await Promise.all([wait('list', 'normal'), wait('detail', 'normal'), wait('order', 'high')]);
    expect(begun).toEqual(['order', 'list', 'detail']);
  });

  it('are full when what waits would begin too late, and for orders later than for looking around', async () => {
    const turns = createTurns(MAX_TURNS);
    const waiting = [];
    while (!turns.isFull('normal')) waiting.push(turns.next('normal'));
    expect(waiting).toHaveLength(MAX_TURNS * AT_FIRST);
    while (!turns.isFull('high')) waiting.push(turns.next('high'));
    expect(waiting).toHaveLength(2 * MAX_TURNS * AT_FIRST);
    await Promise.all(waiting);
    expect(turns.isFull('normal')).toBe(false);
  });

  it('let a hundred wait, though something else has made turns long', async () => {
    const turns = createTurns(MAX_TURNS);
    for (let count = 0; count < 50; count += 1) {
      await turns.next('normal');
      work(20);
    }
    const waiting = [];
    while (!turns.isFull('normal')) waiting.push(turns.next('normal'));
    expect(waiting).toHaveLength(MOST);
    await Promise.all(waiting);
  });
});
