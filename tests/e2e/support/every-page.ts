import type { Page } from 'playwright-core';
import type { Route } from '#generated/schemas.ts';
import { Asker, builtRegistry, fill, type RouteEntry, routeEntries, valuesFor } from './addresses.ts';
import { untilStill } from './still.ts';
import { arrive, isScheduled, leads, RANKS, rankOf } from './walking.ts';

const registry = await builtRegistry();
const { loading } = registry.site.texts;

/** Who reads: a demo account, and the most that it may see. */
export const WALKERS: readonly [who: string, account: string | undefined, access: Route['access']][] = [
  ['a visitor', undefined, 'visitor'],
  ['a buyer', 'demo', 'approved'],
  ['staff', 'ops', 'staff'],
];

/** A page is looked at by the first of the walkers who may see it. */
export const isFirstOf = (entry: RouteEntry, access: Route['access']): boolean =>
  WALKERS.find((walker) => rankOf(entry) <= RANKS.indexOf(walker[2]))?.[2] === access;

/** Pages that stay where they are, at any time: neither redirects, nor such as lead on or come and go. */
export const pagesFirstOf = (access: Route['access']): RouteEntry[] =>
  [...routeEntries(registry.routes)].filter(
    (entry) =>
      isFirstOf(entry, access) &&
      entry.isOwn &&
      entry.route.redirect === undefined &&
      !leads(entry, registry) &&
      !isScheduled(entry),
  );

/** Their addresses, with values of what the account finds in the shop. */
export async function addressesOf(entries: readonly RouteEntry[], account?: string): Promise<string[]> {
  const asker = await Asker.as(account);
  return Promise.all(entries.map(async (entry) => fill(entry.path, await valuesFor(entry, registry, asker))));
}

/** Goes to an address as a link does, until the page is still. The first page of a tab must have been opened before. */
export async function arriveStill(page: Page, address: string): Promise<void> {
  await arrive(page, address, loading);
  await untilStill(page);
}
