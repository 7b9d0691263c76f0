import { describe, expect, it } from 'vitest';
import { connectionsFor } from '#server/process/connections.ts';

const SERVER = { max: 100, reserved: 3 };

describe('the database connections of a process', () => {
  it.each([
    [1, 20],
    [2, 20],
    [4, 20],
    [8, 8],
    [13, 4],
  ])('leave room for all: of %i processes each has %i', (processes, connections) => {
    expect(connectionsFor(processes, SERVER)).toBe(connections);
    expect(processes * connections).toBeLessThan(SERVER.max - SERVER.reserved);
  });

  it('are refused where they would be too few, with what can be done', () => {
    expect(() => connectionsFor(16, SERVER)).toThrow(/WEB_CONCURRENCY.*max_connections/);
  });
});
