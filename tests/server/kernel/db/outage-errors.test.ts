import { describe, expect, it } from 'vitest';
import { asDatabaseOutage, DatabaseOutage, retryDuringOutage } from '#server/kernel/db/outage.ts';

const fault = (message: string, code?: string, syscall?: string) =>
  Object.assign(new Error(message), { ...(code && { code }), ...(syscall && { syscall }) });

describe('a break of the database', () => {
  it.each([
    fault('terminating connection due to administrator command', '57P01'),
    fault('terminating connection because of crash of another server process', '57P02'),
    fault('the database system is starting up', '57P03'),
    fault('connection failure', '08006'),
    fault('could not extend file: No space left on device', '53100'),
    fault('sorry, too many clients already', '53300'),
    fault('read ECONNRESET', 'ECONNRESET', 'read'),
    fault('connect ECONNREFUSED', 'ECONNREFUSED', 'connect'),
    fault('connect ENOENT /run/postgresql/.s.PGSQL.5432', 'ENOENT', 'connect'),
    fault('Connection terminated unexpectedly'),
    fault('Connection terminated due to connection timeout'),
    fault('timeout exceeded when trying to connect'),
    fault('Client has encountered a connection error and is not queryable'),
  ])('is what cuts a query off: $message', (cause) => {
    expect(asDatabaseOutage(cause)).toBeInstanceOf(DatabaseOutage);
    expect(asDatabaseOutage(cause)).toMatchObject({ cause, message: cause.message });
  });

  it.each([
    fault('duplicate key value', '23505'),
    fault('deadlock detected', '40P01'),
    fault('canceling statement due to user request', '57014'),
    fault('no such file', 'ENOENT', 'open'),
    fault('a bigint is beyond what a number holds'),
  ])('is not what a query itself did wrong: $message', (cause) => {
    expect(asDatabaseOutage(cause)).toBe(cause);
  });

  it('is waited out by work that may be repeated, until the process shuts down', async () => {
    let tries = 0;
    const broken = new DatabaseOutage(fault('gone'));
    const third = async () => {
      tries += 1;
      if (tries < 3) throw broken;
      return tries;
    };
    expect(await retryDuringOutage(third, undefined)).toBe(3);
    const other = fault('its own');
    await expect(retryDuringOutage(() => Promise.reject(other), undefined)).rejects.toBe(other);
    const stop = new AbortController();
    const never = retryDuringOutage(
      () => Promise.reject(broken),
      stop.signal,
      () => stop.abort(),
    );
    await expect(never).rejects.toBe(broken);
  });
});
