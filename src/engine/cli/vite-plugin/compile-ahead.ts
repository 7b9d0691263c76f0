import type { Plugin } from 'vite';
import { isFirstChunk } from './settings.ts';

/** For Chrome: all functions of this script are called at once. To other browsers it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * Marks the scripts that every page loads first: the browser compiles them while they arrive, beside the page's thread, rather
 * than each function when it is first called. It looks for the mark on the first line, so that it is written last.
 */
export const compileAhead = (): Plugin => ({
  name: 'storewright:compile-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && isFirstChunk(file.fileName)) file.code = `${HINT}\n${file.code}`;
      }
    },
  },
});
