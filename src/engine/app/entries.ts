/** Where the browser begins, as the manifest of a build names it. */
export const CLIENT_KEY = 'engine/app/entry-client';

/** The same in development: a virtual module, since its place depends on where the engine is installed. */
export const CLIENT_MODULE = 'virtual:storewright/client';

/** What a block type's module is called in the manifest of the build. */
export const blockKey = (type: string): string => `block:${type}`;
