import { randomInt } from 'node:crypto';
import { inject, TestRunner } from 'vitest';

/** Is this another try of a test that failed? What the first try did is still in the shop. */
const isRetry = (): boolean => (TestRunner.getCurrentTest()?.result?.retryCount ?? 0) > 0;

/** The account for this try: in a retry a buyer is another one of the same kind, whom the first try never met. */
export function accountFor(username: string): string {
  const number = /^buyer-(\d+)$/.exec(username)?.[1];
  return number !== undefined && isRetry() ? `buyer-${Number(number) + inject('buyers')}` : username;
}

/** At most six digits, for what must be a number and must not come twice in one shop. */
export const freshNumber = (): number => randomInt(1_000_000);

let marks = 0;

/** A word of this try's own, to find again what it wrote: no other try, test or run has it. */
export function mark(): string {
  marks += 1;
  return `${Date.now().toString(36)}${marks.toString(36)}`;
}
