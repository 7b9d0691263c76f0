import '#engine/ui/tokens.css';
import '#engine/ui/reset/base.css';
import { blocks } from 'virtual:storewright/blocks';
import {
  commonTypes,
  pageFiles,
  pages,
  registry,
  registryFile,
  shells,
  shopFile,
} from 'virtual:storewright/server';
import { INLINE_SCRIPTS } from './document.ts';
import { createSite } from './site.tsx';

/** What the host's content policy must let run. */
export const inlineScripts = INLINE_SCRIPTS;

/** What the host of the built site calls, and what the build weighs. */
export const { render, shell, assetsAt } = createSite({
  registry,
  pages,
  shells,
  blocks,
  files: { registry: registryFile, shop: shopFile, pages: pageFiles },
  commonTypes,
});
