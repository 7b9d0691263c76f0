import '#ui/tokens.css';
import '#ui/reset/base.css';
import { blocks } from 'virtual:storewright/blocks';
import { pages, registry, shells } from 'virtual:storewright/registry';
import { createSite } from './site.tsx';

/** What the host of the built site calls, and what the build weighs. */
export const { render, assetsAt } = createSite({ registry, pages, shells, blocks });
