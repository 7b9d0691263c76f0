/** Where the browser begins, and where the server's rendering does; relative to the project. */
export const CLIENT_ENTRY = 'src/engine/app/entry-client.tsx';
export const SERVER_ENTRY = 'src/engine/app/entry-server.tsx';

/** What a block type's module is called in the manifest of the build. */
export const blockKey = (type: string): string => `block:${type}`;
