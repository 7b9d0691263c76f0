import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import type { Reply } from '../../../support/browser.ts';
import { freshPhone, openAccount, startRegister } from './support.ts';

/** Calls of each kind whose times are compared. */
const SAMPLES = 24;

/** The part of an answer that could tell one from the other. */
const shape = ({ status, code, message, data }: Reply) => ({ status, code, message, data });

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe('known and unknown', () => {
  let shop: TestApp;
  let known: string;
  beforeAll(async () => {
    shop = await startRegister();
    ({ phone: known } = await openAccount(shop));
    shop.clock.now += 60;
  });
  afterAll(() => shop.close());

  /** Times both in turns, so that what the machine does meanwhile meets both. */
  async function compare(
    ask: (subject: 'known' | 'unknown', round: number) => Promise<Reply>,
  ): Promise<{ known: number[]; unknown: number[] }> {
    const times = { known: [] as number[], unknown: [] as number[] };
    await ask('known', -1);
    await ask('unknown', -1);
    for (let round = 0; round < SAMPLES; round += 1) {
      for (const subject of round % 2 === 0
        ? (['known', 'unknown'] as const)
        : (['unknown', 'known'] as const)) {
        const begun = performance.now();
        await ask(subject, round);
        times[subject].push(performance.now() - begun);
      }
    }
    return times;
  }

  /** Alike: neither's median stands out of what the other's own times do. */
  function expectAlike({ known: one, unknown: other }: { known: number[]; unknown: number[] }): void {
    const spread = (times: readonly number[]) => {
      const middle = median(times);
      return median(times.map((time) => Math.abs(time - middle)));
    };
    const apart = Math.abs(median(one) - median(other));
    expect(apart).toBeLessThan(Math.max(1.5, 3 * Math.max(spread(one), spread(other))));
  }

  it('phones are answered alike when a code is asked for: body, status and time', async () => {
    const stranger = freshPhone();
    const ask = (phone: string) => shop.browser().call('sms.send', { body: { phone, scene: 'forget' } });
    expect(shape(await ask(known))).toEqual(shape(await ask(stranger)));
    expect(shape(await ask(known))).toEqual(shape(await ask(stranger)));
    const sent = await shop.db
      .selectFrom('sms_messages')
      .select('state')
      .where('phone', '=', stranger)
      .execute();
    expect(sent).toEqual([{ state: 'withheld' }]);
    const times = await compare((subject) => {
      shop.clock.now += 3_600 * 3;
      return ask(subject === 'known' ? known : freshPhone());
    });
    expectAlike(times);
  });

  it('phones are answered alike when a code is tried', async () => {
    const stranger = freshPhone();
    shop.clock.now += 86_400;
    for (const phone of [known, stranger]) {
      await shop.browser().call('sms.send', { body: { phone, scene: 'forget' } });
    }
    const tried = (phone: string) =>
      shop.browser().call('forget.verify', { body: { phone, code: '000000' } });
    expect(shape(await tried(known))).toEqual(shape(await tried(stranger)));
    const never = (phone: string) =>
      shop.browser().call('forget.verify', { body: { phone, code: '123456' } });
    expect(shape(await never(freshPhone()))).toEqual(shape(await never(freshPhone())));
  });

  it('users are answered alike at login: body, status and time', async () => {
    const ask = (username: string) => shop.browser().logIn(username, 'Wrong#2026');
    expect(shape(await ask(known))).toEqual(shape(await ask('nobody-here')));
    const times = await compare((subject, round) => {
      shop.clock.now += 16 * 60;
      return ask(subject === 'known' ? known : `nobody-${round}`);
    });
    expectAlike(times);
  });

  it('are slowed alike after five failures, each account and each address', async () => {
    const fail = async (username: string) => {
      const replies: object[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        replies.push(shape(await shop.browser().logIn(username, 'Wrong#2026')));
      }
      return replies;
    };
    shop.clock.now += 3_600;
    expect(await fail(known)).toEqual(await fail('somebody-else'));
  });
});
