import { parse } from 'yaml';
import { readTree } from '#engine/cli/files.ts';
import type { PageTree } from '#engine/runtime/page-address.ts';
import { bindPages } from '#server/kernel/pages/page-link.ts';

let read: Promise<PageTree[]> | undefined;

/** The shop's own pages as their files declare them. */
export function shopPages(): Promise<PageTree[]> {
  read ??= readTree('config/pages', ['.yaml']).then((files) =>
    [...files.values()].map((text) => parse(text) as PageTree),
  );
  return read;
}

/** Lets this process link to the shop's pages, as the start of a server does. */
export async function bindShopPages(): Promise<void> {
  bindPages(await shopPages());
}
