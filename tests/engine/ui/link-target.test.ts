import { expect, test } from 'vitest';
import { isCurrentPage, targetOf } from '#engine/ui/link/target.ts';

test.each([
  ['/list?select=3', { kind: 'internal', to: '/list?select=3' }],
  ['?page=2', { kind: 'internal', to: '?page=2' }],
  ['https://example.com/a', { kind: 'external', href: 'https://example.com/a' }],
  ['tel:400-000-0000', { kind: 'external', href: 'tel:400-000-0000' }],
  ['', { kind: 'missing', message: null }],
  ['#', { kind: 'missing', message: null }],
  ['#活动 12 月 1 日开始', { kind: 'missing', message: '活动 12 月 1 日开始' }],
])('%j leads where it says', (link, target) => {
  expect(targetOf(link)).toEqual(target);
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  'data:text/html,x',
])('%j leads nowhere', (link) => {
  expect(targetOf(link).kind).toBe('missing');
});

test.each([
  ['/list', '', true],
  ['/list', '?yx=1', false],
  ['/list?yx=1', '?yx=1&page=2', true],
  ['/list?yx=1', '?yx=0', false],
  ['/cart', '', false],
])('on /list, %j with %j is the current page: %j', (link, search, current) => {
  expect(isCurrentPage(link, { pathname: '/list', search })).toBe(current);
});
