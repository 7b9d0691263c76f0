import * as fc from 'fast-check';
import { type Atom, atom, createStore, type PrimitiveAtom } from 'jotai/vanilla';
import { describe, expect, it } from 'vitest';
import { createPageStore } from '#engine/app/page-store.ts';

describe('the store of a page', () => {
  it('has the first value of an atom until another is written', () => {
    const store = createPageStore();
    const count = atom(1);
    expect(store.get(count)).toBe(1);
    store.set(count, 2);
    store.set(count, (before) => before * 10);
    expect(store.get(count)).toBe(20);
    expect(createPageStore().get(count)).toBe(1);
  });

  it('computes what follows from others once for as long as they stay the same', () => {
    const store = createPageStore();
    const [price, unrelated] = [atom(3), atom('a')];
    let computed = 0;
    const double = atom((get) => {
      computed += 1;
      return get(price) * 2;
    });
    const parity = atom((get) => (get(double) % 4 === 0 ? 'even' : 'odd'));
    let drawn = 0;
    const label = atom((get) => {
      drawn += 1;
      return get(parity);
    });
    expect([store.get(label), store.get(label)]).toEqual(['odd', 'odd']);
    store.set(unrelated, 'b');
    expect([store.get(label), computed]).toEqual(['odd', 1]);
    store.set(price, 5);
    expect([store.get(label), computed, drawn]).toEqual(['odd', 2, 1]);
    store.set(price, 6);
    expect([store.get(label), computed, drawn]).toEqual(['even', 3, 2]);
  });

  it('forgets what an atom read before when it reads something else', () => {
    const store = createPageStore();
    const [which, left, right] = [atom('left'), atom(1), atom(2)];
    let computed = 0;
    const chosen = atom((get) => {
      computed += 1;
      return get(get(which) === 'left' ? left : right);
    });
    store.get(chosen);
    store.set(which, 'right');
    expect(store.get(chosen)).toBe(2);
    store.set(left, 9);
    expect([store.get(chosen), computed]).toEqual([2, 2]);
  });

  it('calls a listener once for a write that sets several, and not for one that changes nothing', () => {
    const store = createPageStore();
    const [first, second] = [atom(1), atom(1)];
    const sum = atom((get) => get(first) + get(second));
    const both = atom(null, (_, set, value: number) => {
      set(first, value);
      set(second, value);
    });
    let calls = 0;
    const stop = store.sub(sum, () => {
      calls += 1;
    });
    store.set(both, 2);
    store.set(both, 2);
    expect([store.get(sum), calls]).toEqual([4, 1]);
    store.set(first, 3);
    store.set(second, 1);
    expect(calls).toBe(3);
    stop();
    store.set(first, 7);
    expect(calls).toBe(3);
  });

  it('calls every listener of an atom, and one whose atom another listener has read already', () => {
    const store = createPageStore();
    const price = atom(1);
    const double = atom((get) => get(price) * 2);
    const doubleAndRead = atom(null, (get, set, value: number) => {
      set(price, value);
      return get(double);
    });
    const calls: string[] = [];
    store.sub(price, () => calls.push(`price, of which twice is ${store.get(double)}`));
    store.sub(price, () => calls.push('price'));
    store.sub(double, () => calls.push('twice'));
    store.sub(double, () => calls.push('twice again'));
    const all = ['price, of which twice is 6', 'price', 'twice', 'twice again'];
    expect([store.set(doubleAndRead, 3), calls]).toEqual([6, all]);
  });

  it('takes up what a listener writes before the write that called it returns', () => {
    const store = createPageStore();
    const [wanted, shown] = [atom(0), atom(0)];
    const seen: number[] = [];
    store.sub(wanted, () => store.set(shown, store.get(wanted)));
    store.sub(shown, () => seen.push(store.get(shown)));
    store.set(wanted, 4);
    expect([store.get(shown), seen]).toEqual([4, [4]]);
  });

  it('takes a write that comes after the one around it has returned', async () => {
    const store = createPageStore();
    const value = atom('before');
    const later = atom(null, async (_, set) => {
      await Promise.resolve();
      set(value, 'after');
    });
    let calls = 0;
    store.sub(value, () => {
      calls += 1;
    });
    await store.set(later);
    expect([store.get(value), calls]).toEqual(['after', 1]);
  });

  it('throws what an atom throws, and computes it again the next time', () => {
    const store = createPageStore();
    const broken = atom(true);
    const fragile = atom((get) => {
      if (get(broken)) throw new Error('broken');
      return 'whole';
    });
    expect(() => store.get(fragile)).toThrow('broken');
    store.set(broken, false);
    expect(store.get(fragile)).toBe('whole');
  });

  it('has nothing left when it is cleared', () => {
    const store = createPageStore();
    const count = atom(1);
    let calls = 0;
    store.sub(count, () => {
      calls += 1;
    });
    store.set(count, 2);
    store.clear();
    store.set(count, 3);
    store.clear();
    expect([store.get(count), calls]).toEqual([1, 1]);
  });

  /** What is done to a store, by the numbers of its atoms. */
  const anyStep = fc.oneof(
    fc.record({ write: fc.nat({ max: 4 }), value: fc.nat({ max: 3 }) }),
    fc.record({ read: fc.nat({ max: 9 }) }),
  );

  it('has the values of Jotai’s own store, and calls the same listeners', () => {
    const anyAtoms = fc.array(fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 3 }), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(anyAtoms, fc.array(anyStep, { maxLength: 40 }), (readBy, steps) => {
        const written: PrimitiveAtom<number>[] = [0, 1, 2, 3, 4].map((value) => atom(value));
        const all: Atom<number>[] = [...written];
        /* What follows from atoms before it: their sum where the first is even, else the first alone. */
        for (const numbers of readBy) {
          const [first = all[0], ...others] = numbers.flatMap((number) => all[number] ?? []);
          all.push(
            atom((get) => {
              const start = first ? get(first) : 0;
              return start % 2 === 0 ? others.reduce((sum, other) => sum + get(other), start) % 5 : start;
            }),
          );
        }
        const outcomeIn = (store: ReturnType<typeof createStore>) => {
          const log: string[] = [];
          for (const [number, one] of all.entries()) {
            if (number % 2 === 0) continue;
            store.sub(one, () => log.push(`${number} is ${store.get(one)}`));
            // Another, which reads what others listen to.
            store.sub(one, () => log.push(`${number} of ${all.map((other) => store.get(other)).join()}`));
          }
          return steps.map((step) => {
            log.length = 0;
            if ('write' in step) {
              const target = written[step.write];
              if (target) store.set(target, step.value);
              return log.toSorted().join();
            }
            const read = all[step.read];
            return read && store.get(read);
          });
        };
        expect(outcomeIn(createPageStore())).toEqual(outcomeIn(createStore()));
      }),
      { numRuns: 500 },
    );
  });
});
