import { AsyncLocalStorage } from 'node:async_hooks';

/** The call that is being answered, for what is deep below it and is told nothing of requests. */
export const currentCall = new AsyncLocalStorage<{ call: string; request: string }>();
