/**
 * A place where an earlier module is heard by later ones: the earlier declares it and calls it, the later add themselves
 * in their definition's `connect`.
 */
export interface Port<Args extends readonly unknown[], Result> {
  add(handler: (...args: Args) => Promise<Result>): void;
  /** Calls every handler, one after another in the order of the modules. */
  call(...args: Args): Promise<Result[]>;
}

export function createPort<Args extends readonly unknown[], Result = void>(): Port<Args, Result> {
  const handlers: ((...args: Args) => Promise<Result>)[] = [];
  return {
    add: (handler) => void handlers.push(handler),
    async call(...args) {
      const results: Result[] = [];
      for (const handler of handlers) results.push(await handler(...args));
      return results;
    },
  };
}
