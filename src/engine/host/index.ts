/* What a server of a shop's own is made with. */
export { type BuiltSite, loadBuiltSite, readRegistry } from './built-site.ts';
export { hostSite, type SiteParts } from './host-site.ts';
export { createHost, type Fixtures, type HostSettings, registerApi, serveBuilt } from './serve.ts';
export { createServer, type ServerSettings } from './server.ts';
