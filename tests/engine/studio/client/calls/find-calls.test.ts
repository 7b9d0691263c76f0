import { describe, expect, test } from 'vitest';
import type { CallContract } from '#engine/generated/schemas.ts';
import { findCalls } from '#engine/studio/client/calls/find-calls.ts';

const call = (description: string, path: string) => ({ description, path, method: 'GET' }) as CallContract;
const registry = {
  contracts: {
    'article.list': call('文章列表', '/api/articles'),
    'goods.hot': call('热销商品', '/api/goods/hot'),
    'goods.list': call('商品列表', '/api/goods/list'),
  },
};
const found = (query: string, ...onPage: string[]) =>
  findCalls(registry, query, new Set(onPage)).map(({ name }) => name);

describe('the calls that are offered', () => {
  test('are those of the page first', () => {
    expect(found('', 'goods.list')).toEqual(['goods.list', 'article.list', 'goods.hot']);
  });

  test('are found by each word of the name, the description and the address', () => {
    expect(found('商品 列表')).toEqual(['goods.list']);
    expect(found('API/GOODS')).toEqual(['goods.hot', 'goods.list']);
    expect(found('没有')).toEqual([]);
  });
});
