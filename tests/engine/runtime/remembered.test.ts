import { createStore } from 'jotai/vanilla';
import { describe, expect, it } from 'vitest';
import { createRemembered } from '#engine/runtime/remembered.ts';
import { siteWith } from './support.ts';

/** A reader's memory that can be looked into. */
function memoryOf(text?: string) {
  const memory = {
    text,
    writes: 0,
    read: () => memory.text,
    write(next: string) {
      memory.text = next;
      memory.writes += 1;
    },
  };
  return memory;
}

function remember(memory = memoryOf()) {
  const store = createStore();
  const remembered = createRemembered(store, siteWith(), { memory, initial: memory.read() });
  return { memory, set: remembered.set, now: () => store.get(remembered.site).remember };
}

describe('what the browser remembers', () => {
  it('begins with what the site says', () => {
    expect(remember().now()).toEqual({ listPath: '/list', keyword: '', brand: false });
  });

  it('is read by references at once, and is there on the next visit', () => {
    const { set, now, memory } = remember();
    set({ listPath: '/list/table', keyword: '阿莫西林', brand: true });
    expect(now()).toEqual({ listPath: '/list/table', keyword: '阿莫西林', brand: true });
    expect(remember(memoryOf(memory.text)).now()).toEqual(now());
  });

  it('writes only what differs from the site, and only when something changes', () => {
    const { set, memory } = remember();
    set({ listPath: '/list' });
    expect(memory.writes).toBe(0);
    set({ listPath: '/list/table', brand: false });
    expect(memory.text).toBe('{"listPath":"/list/table"}');
    set({ listPath: '/list/table' });
    expect(memory.writes).toBe(1);
    set({ listPath: '/list' });
    expect(memory.text).toBe('{}');
  });

  it.each([
    ['another site for an address', { listPath: 'https://evil.example' }],
    ['another host for an address', { listPath: '//evil.example' }],
    ['a script for an address', { listPath: 'javascript:alert(1)' }],
    ['another type', { brand: 'yes', keyword: 5 }],
    ['too much', { keyword: 'x'.repeat(201) }],
    ['a name that the site does not know', { __proto__: null, constructor: 'x', other: 1 }],
    ['nothing at all', null],
    ['a list', ['/list/table']],
  ])('does not take %s from the memory', (_, kept) => {
    expect(remember(memoryOf(JSON.stringify(kept))).now()).toEqual(remember().now());
  });

  it('does without a memory that cannot be read', () => {
    expect(remember(memoryOf('{')).now()).toEqual(remember().now());
  });

  it('forgets what does not fit instead of keeping it', () => {
    const { set, now } = remember();
    set({ listPath: '/list/table' });
    set({ listPath: '//evil.example', keyword: undefined });
    expect(now()).toEqual({ listPath: '/list', keyword: '', brand: false });
  });
});
