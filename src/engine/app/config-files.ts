import type { PlacedBlock, PublicPage, PublicRegistry } from '#engine/generated/schemas.ts';
import type { CodeSources, PagePart } from '#engine/renderer/code.ts';
import { own } from '#engine/runtime/own.ts';

/** Addresses of pages and shells, by name. */
export interface BodyFiles {
  pages: Readonly<Record<string, string>>;
  shells: Readonly<Record<string, string>>;
}

/** The registry as it is fetched. */
export interface RegistryFile {
  registry: PublicRegistry;
  files: BodyFiles;
}

/** Fetches a piece of the compiled config. */
export async function fetchConfig<T extends RegistryFile | PublicPage | PlacedBlock[]>(
  url: string,
): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** In development a page that was saved after this one was opened has an address too, though the list does not name it. */
const unlisted = (name: string) => (import.meta.env.DEV ? `/@storewright/${name}.json` : undefined);

/** How pages and shells are fetched from those addresses; `onCalls` receives the calls of a page before the page is used. */
export function bodySources(
  { pages, shells }: BodyFiles,
  onCalls: (calls: PublicPage['calls']) => void,
): Pick<CodeSources, 'page' | 'shell'> {
  return {
    async page(name): Promise<PagePart | undefined> {
      const url = own(pages, name) ?? unlisted(`page-${name}`);
      if (url === undefined) return undefined;
      const { calls, ...part } = await fetchConfig<PublicPage>(url);
      onCalls(calls);
      return part;
    },
    async shell(name) {
      const url = own(shells, name) ?? unlisted(`shell-${name}`);
      return url === undefined ? undefined : fetchConfig<PlacedBlock[]>(url);
    },
  };
}
