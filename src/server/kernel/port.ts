/**
 * An extension point of a module: it declares and calls the port, and later modules add handlers in their definition's
 * `connect`. Needed where an earlier module, which may not import a later one, has to notify or ask it.
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
