import type { PlacedBlock, PublicRegistry } from '#generated/schemas.ts';

/** Addresses of the blocks of pages and shells, by name. */
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
export async function fetchConfig<T extends RegistryFile | PlacedBlock[]>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** In development a page that was saved after this one was opened has an address too, though the list does not name it. */
const unlisted = (name: string) => (import.meta.env.DEV ? `/@storewright/${name}.json` : undefined);

/** How pages and shells are fetched from those addresses. */
export function bodySources({ pages, shells }: BodyFiles) {
  const from = (url: string | undefined) => (url === undefined ? undefined : fetchConfig<PlacedBlock[]>(url));
  return {
    page: (name: string) => from(pages[name] ?? unlisted(`page-${name}`)),
    shell: (name: string) => from(shells[name] ?? unlisted(`shell-${name}`)),
  };
}
