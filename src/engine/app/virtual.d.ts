declare module 'virtual:storewright/browser' {
  /** Address of the whole registry. */
  export const registryFile: string;
}

declare module 'virtual:storewright/server' {
  import type { PageBody, PublicRegistry, ShellBody } from '#engine/generated/schemas.ts';

  export const registry: PublicRegistry;
  export const pages: Record<string, PageBody>;
  export const shells: Record<string, ShellBody>;
  /** Addresses of what the browser will fetch: the registry, and the part of it that is not for staff only. */
  export const registryFile: string;
  export const shopFile: string;
  /** Types of which the browser's entry knows where they are. */
  export const commonTypes: readonly string[];
  /** Addresses of the pages that do not come with the registry. */
  export const pageFiles: Record<string, string>;
}

declare module 'virtual:storewright/blocks' {
  import type { BlockComponent } from '#engine/renderer/code.ts';

  /** Block type to its module: one chunk each. */
  export const blocks: Readonly<Record<string, () => Promise<{ default: BlockComponent }>>>;
}

declare module 'virtual:storewright/common-blocks' {
  import type { BlockComponent } from '#engine/renderer/code.ts';

  /** The types that nearly every visit needs, so that such a visit does without the list of all. */
  export const blocks: Readonly<Record<string, () => Promise<{ default: BlockComponent }>>>;
}

declare module 'virtual:storewright/offline' {
  import type { SiteConfig } from '#engine/generated/schemas.ts';

  /** What the service worker says by itself, where no page can be had: texts are HTML. */
  export const settings: Pick<SiteConfig, 'title' | 'locale' | 'timeZone' | 'texts'> & { home: string };
}
