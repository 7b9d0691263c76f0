import type { Plugin } from 'vite';

/**
 * What our client never asks of ofetch, said so that a bundler understands it: it gives whole addresses, reads answers as
 * text and tries nothing again by itself. A pattern that a later version no longer holds costs its bytes, nothing else.
 */
const UNUSED: readonly [RegExp, string][] = [
  [/context\.options\.(?:baseURL|query)\)/g, 'false)'],
  [/context\.options\.parseResponse \|\| destr/g, 'JSON.parse'],
  [/context\.options\.retry !== false/g, 'false'],
  [/isJSONSerializable\(context\.options\.body\)/g, 'typeof context.options.body === "string"'],
  [/detectResponseType\(context\.response\.headers\.get\("content-type"\) \|\| ""\)/g, '"text"'],
];

/** Leaves out of the browser's half what it does not use of ofetch, ufo and destr with it: 2.2 kB after gzip. */
export function slimFetch(): Plugin {
  return {
    name: 'storewright:slim-fetch',
    apply: 'build',
    transform: {
      filter: { id: /ofetch[\\/]dist[\\/]/ },
      handler: (code) =>
        UNUSED.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code),
    },
  };
}
