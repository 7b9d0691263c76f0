import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { createRouteFinder, nestedRoutes } from '#engine/renderer/route-finder.ts';

const page = (path: string): RouteObject => ({ id: path, path });

const ROUTES: RouteObject[] = [
  {
    id: '/',
    children: [
      page('/'),
      page('/list'),
      page('/list/:id'),
      { id: 'around', children: [page('/list/other/:id/:name'), page('/member')] },
      page('/yjh/:id?'),
      page('/:kind/new'),
      page('/拼团'),
      page('*'),
    ],
  },
];

describe('the page at a path', () => {
  it.each([
    '/',
    '/list',
    '/LIST/',
    '/list/7',
    '/list/new',
    '/list/other/7/a%20b',
    '/member',
    '/yjh',
    '/yjh/3',
    '/news/new',
    `/${encodeURIComponent('拼团')}`,
    '/nobody/has/this',
  ])('is the one that the router shows: %s', (path) => {
    const found = createRouteFinder(ROUTES)(path);
    const shown = matchRoutes(ROUTES, path)?.at(-1);
    expect(shown).toBeDefined();
    expect(found?.route).toBe(shown?.route);
    expect(found?.params).toEqual(shown?.params);
  });
});

it('comes with the routes around it, and stands in them alone for a router', () => {
  const branch = createRouteFinder(ROUTES)('/member')?.branch ?? [];
  expect(branch.map(({ id }) => id)).toEqual(['/', 'around', '/member']);
  expect(nestedRoutes(branch)).toEqual([
    { id: '/', children: [{ id: 'around', children: [page('/member')] }] },
  ]);
});
