import { atom, createStore } from 'jotai/vanilla';
import { describe, expect, test } from 'vitest';
import { watchRole } from '#engine/runtime/watch-role.ts';

/** A reader whose role the test changes, and all that was requested. */
function createReader(first: string) {
  const store = createStore();
  const role = atom(first);
  const said: string[] = [];
  let watching = 0;
  watchRole({
    store,
    role,
    isWaiting: (one) => one === 'member' || one === 'seller',
    watch: (call, act) => {
      watching += 1;
      said.push(`watch ${call}`);
      act();
      return () => {
        watching -= 1;
      };
    },
    call: 'user.base',
    reloadViewer: () => said.push('again'),
    renewAll: () => said.push('all'),
  });
  return {
    said,
    watching: () => watching,
    become: (next: string) => store.set(role, next),
  };
}

describe('a reader who waits for approval', () => {
  test('is noticed, and everything on the page is reloaded', () => {
    const reader = createReader('visitor');
    expect(reader.said).toEqual([]);
    reader.become('member');
    expect(reader.said).toEqual(['watch user.base', 'again']);
    reader.become('member');
    expect(reader.watching()).toBe(1);
    reader.become('approved');
    expect(reader.said).toEqual(['watch user.base', 'again', 'all']);
    expect(reader.watching()).toBe(0);
  });

  test('is not followed any more once logged out, nor is whoever needs no approval', () => {
    const reader = createReader('member');
    reader.become('visitor');
    expect(reader.said).toEqual(['watch user.base', 'again']);
    expect(reader.watching()).toBe(0);
    expect(createReader('approved').said).toEqual([]);
  });
});
