import type { Page } from 'playwright-core';
import type { Registry, Route } from '#generated/schemas.ts';
import type { RouteEntry } from './addresses.ts';

export const RANKS: readonly Route['access'][] = ['visitor', 'member', 'approved', 'staff'];

/** The least role that may see a page. */
export const rankOf = ({ route, layouts }: RouteEntry) =>
  Math.max(...[...layouts, route].map(({ access }) => RANKS.indexOf(access)));

export const isScheduled = ({ route, layouts }: RouteEntry): boolean =>
  [...layouts, route].some(({ schedule }) => schedule);

/** Pages that send on by themselves as soon as they are there. */
export const leads = ({ route }: RouteEntry, { pages }: Registry): boolean =>
  pages[route.name]?.types.includes('forward') ?? false;

/** Shares these out among the workers; each does one at a time. */
export async function forEach<T, W>(
  items: readonly T[],
  workers: readonly W[],
  act: (item: T, worker: W) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    workers.map(async (worker) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item, worker);
    }),
  );
}

/** Goes to an address as a link does and waits until the page stands: reading goes on in it, and nothing in it is on its way. */
export async function arrive(page: Page, address: string, loading: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  const stands = page.waitForFunction(
    (word) => {
      const main = document.querySelector('main');
      const waiting = Array.from(
        main?.querySelectorAll('[role=status]') ?? [],
        ({ textContent }) => textContent,
      );
      const isLoading = waiting.some((text) => text.startsWith(word));
      return !isLoading && main?.querySelector('h1') && main.contains(document.activeElement);
    },
    loading,
    { timeout: 30_000 },
  );
  await stands.catch(() => {});
}
