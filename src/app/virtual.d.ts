declare module 'virtual:storewright/registry' {
  import type { PlacedBlock, PublicRegistry } from '#generated/schemas.ts';

  type Bodies = Record<string, () => Promise<{ default: PlacedBlock[] }>>;
  export const registry: PublicRegistry;
  export const pages: Bodies;
  export const shells: Bodies;
}

declare module 'virtual:storewright/blocks' {
  import type { BlockComponent } from '#renderer/code.ts';

  /** Block type to its module: one chunk each. */
  export const blocks: Record<string, () => Promise<{ default: BlockComponent }>>;
}
