import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes as systemBytes } from 'node:crypto';

const source = new AsyncLocalStorage<(size: number) => Buffer>();

/** Random bytes for ids that must not be guessed: the system's, except within `withSeededBytes`. */
export function randomBytes(size: number): Buffer {
  return (source.getStore() ?? systemBytes)(size);
}

/**
 * Runs `work` with random bytes that depend on `key` alone, so that demo data written through the shop's own commands is
 * the same every time. Code outside of `work` keeps the system's.
 */
export function withSeededBytes<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  let taken = 0;
  return source.run((size) => {
    taken += 1;
    return createHash('shake256', { outputLength: size }).update(`${key} ${taken}`).digest();
  }, work);
}
