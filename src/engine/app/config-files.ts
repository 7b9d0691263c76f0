import type { PlacedBlock, PublicPage, PublicRegistry } from '#engine/generated/schemas.ts';
import type { CodeSources, PagePart } from '#engine/renderer/code.ts';
import { own } from '#engine/runtime/own.ts';

/** Addresses of pages by name. */
export type PageFiles = Readonly<Record<string, string>>;

/** The registry as it is fetched, with all that several pages share: then no view waits for more than one further file. */
export interface RegistryFile {
  registry: PublicRegistry;
  /** Pages that others stand in, and shells. */
  layouts: Readonly<Record<string, PublicPage>>;
  shells: Readonly<Record<string, PlacedBlock[]>>;
  /** The pages that are fetched one by one. */
  files: PageFiles;
}

/** Fetches a piece of the compiled config. */
export async function fetchConfig<T extends RegistryFile | PublicPage>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** In development a page that was saved after this one was opened has an address too, though the list does not name it. */
const unlisted = (name: string) => (import.meta.env.DEV ? `/@storewright/${name}.json` : undefined);

/** Where pages and shells come from; `onCalls` receives the calls of a page before the page is used. */
export function bodySources(
  { layouts, shells, files }: Omit<RegistryFile, 'registry'>,
  onCalls: (calls: PublicPage['calls']) => void,
): Pick<CodeSources, 'page' | 'shell'> {
  return {
    async page(name): Promise<PagePart | undefined> {
      const url = own(files, name) ?? unlisted(`page-${name}`);
      const page = own(layouts, name) ?? (url === undefined ? undefined : await fetchConfig<PublicPage>(url));
      if (!page) return undefined;
      const { calls, ...part } = page;
      onCalls(calls);
      return part;
    },
    shell: async (name) => own(shells, name),
  };
}
