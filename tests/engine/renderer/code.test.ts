import { describe, expect, it } from 'vitest';
import type { DataEntry } from '#engine/generated/schemas.ts';
import { type CodeSources, createCode, type PagePart } from '#engine/renderer/code.ts';

const part = (data: Record<string, DataEntry>, types: string[] = []): PagePart => ({
  data,
  types,
  blocks: [],
});
const list: DataEntry = { call: 'goods.list', after: [] };
const Nothing = { default: { Component: () => null } };

/** Code whose fetches are written down; each may be made to fail. */
function codeOf(pages: Record<string, PagePart>, failing = new Set<string>()) {
  const requests: string[] = [];
  const answer = async <T>(name: string, value: T): Promise<T> => {
    requests.push(name);
    if (failing.has(name)) throw new Error(`${name} cannot be had`);
    return value;
  };
  const sources: CodeSources = {
    page: (name) => answer(name, pages[name]),
    shell: (name) => answer(name, []),
    block: (type) => answer(type, Nothing),
  };
  return { code: createCode(sources), requests, failing };
}

const view = (page: string) => ({ pages: [page], shells: ['header'], types: ['top-bar'] });

describe('the code of a view', () => {
  it('comes page and shells first, then the blocks of both, each once', async () => {
    const { code, requests } = codeOf({ a: part({}, ['text', 'top-bar']) });
    await code.loadBodies(view('a'));
    expect(requests).toEqual(['a', 'header']);
    await code.load(view('a'));
    await code.load(view('a'));
    expect(requests).toEqual(['a', 'header', 'top-bar', 'text']);
    expect(code.block('text')).toBe(Nothing.default);
  });

  it('fails with its page, and is loaded again next time', async () => {
    const { code, requests, failing } = codeOf({ a: part({ list }) }, new Set(['a']));
    await expect(code.load(view('a'))).rejects.toThrow('a cannot be had');
    failing.clear();
    await code.load(view('a'));
    expect(code.page('a')?.data).toEqual({ list });
    expect(requests.filter((name) => name === 'a')).toHaveLength(2);
  });

  it('renders without a block that cannot be loaded; that is loaded again only by fetchBlock', async () => {
    const { code, requests, failing } = codeOf({ a: part({}, ['text']) }, new Set(['text']));
    await code.load(view('a'));
    await expect(code.pending('text')).rejects.toThrow('text cannot be had');
    await expect(code.pending('text')).rejects.toThrow('text cannot be had');
    expect(code.pending('text')).toBe(code.pending('text'));
    expect(requests.filter((name) => name === 'text')).toHaveLength(1);
    failing.clear();
    await code.fetchBlock('text');
    await code.pending('text');
    expect(code.block('text')).toBe(Nothing.default);
  });

  it('leaves a block that could not be loaded to whoever needs it, when it is only fetched ahead', async () => {
    const { code, requests, failing } = codeOf({ a: part({}, ['text']) }, new Set(['text']));
    await code.prefetch(view('a'));
    failing.clear();
    await code.prefetch(view('a'));
    expect(requests.filter((name) => name === 'text')).toHaveLength(1);
    await code.load(view('a'));
    expect(code.block('text')).toBe(Nothing.default);
  });
});

describe('a saved page', () => {
  it('is not fetched when the save has brought it', async () => {
    const { code, requests } = codeOf({});
    code.replace({ pages: { a: part({ list }) }, shells: { header: [] } });
    await code.load(view('a'));
    expect(code.page('a')?.data).toEqual({ list });
    expect(requests).toEqual(['top-bar']);
  });

  it('keeps the entries that it asks for as they are, and says when it asks for others', async () => {
    const { code } = codeOf({ a: part({ list }) });
    await code.load(view('a'));
    const before = code.page('a')?.data;
    const notified: string[] = [];
    code.subscribe(() => notified.push('changed'));
    expect(code.replace({ pages: { a: part({ list: { ...list } }, ['text']) }, shells: {} })).toBe(false);
    expect(code.page('a')?.data).toBe(before);
    expect(code.page('a')?.types).toEqual(['text']);
    const other = part({ list: { ...list, query: { page: 2 } } });
    expect(code.replace({ pages: { a: other }, shells: {} })).toBe(true);
    expect(code.page('a')?.data).toEqual(other.data);
    expect(notified).toEqual(['changed', 'changed']);
  });
});
