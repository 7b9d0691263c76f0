import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createRouteAdder } from '#engine/app/route-adder.ts';
import { createRouteFinder, nestedRoutes } from '#engine/renderer/route-finder.ts';

const page = (path: string): RouteObject => ({ id: path, path });

const ROUTES: RouteObject[] = [
  {
    id: 'root',
    children: [
      page('/'),
      page('/list/:id'),
      { id: 'orders', children: [page('/orders'), page('/orders/:no'), page('/orders/new')] },
      { id: 'account', children: [{ id: 'wallet', children: [page('/wallet')] }, page('/account')] },
      page('*'),
    ],
  },
];

/** A router that began with the home page. */
function begin() {
  const find = createRouteFinder(ROUTES);
  const begun = find('/')?.branch ?? [];
  const add = createRouteAdder(begun);
  return createMemoryRouter(nestedRoutes(begun), {
    patchRoutesOnNavigation({ path, patch }) {
      const found = find(path);
      if (found) add(found.branch, patch);
    },
  });
}

it('shows every page with the routes around it, in whatever order they are gone to', async () => {
  const router = begin();
  const shown: string[] = [];
  for (const path of [
    '/wallet',
    '/orders/7',
    '/orders',
    '/nobody',
    '/orders/new',
    '/account',
    '/list/3',
    '/list/4',
  ]) {
    await router.navigate(path);
    expect(router.state.errors).toBeNull();
    shown.push(router.state.matches.map(({ route }) => route.id).join(' '));
  }
  expect(shown).toEqual([
    'root account wallet /wallet',
    'root orders /orders/:no',
    'root orders /orders',
    'root *',
    'root orders /orders/new',
    'root account /account',
    'root /list/:id',
    'root /list/:id',
  ]);
});
