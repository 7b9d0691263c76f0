import { child, type DocumentNode, entriesOf, itemsOf, textAt } from '../document/node.ts';

/** Where the API is, as the document says it. */
export interface Server {
  /** `https://shop.example/v1`, without a slash at its end; undefined where the document does not say the host. */
  url: string | undefined;
  /** `/v1`; '' for none. */
  path: string;
}

/** The servers of a part of the document, with the usual values of their variables. */
export function serversOf(holder: DocumentNode, source: string): Server[] {
  return itemsOf(child(holder, 'servers')).flatMap((server) => {
    const url = textAt(server, 'url');
    if (url === undefined) return [];
    const variables = new Map(
      entriesOf(child(server, 'variables')).map(([name, one]) => [name, textAt(one, 'default') ?? '']),
    );
    return [
      parseServer(
        url.replace(/\{([^}]*)\}/g, (_, name: string) => variables.get(name) ?? ''),
        source,
      ),
    ];
  });
}

const trimmed = (text: string) => text.replace(/\/+$/, '');

/** @param source where the document was read: what an address without a host belongs to */
function parseServer(text: string, source: string): Server {
  const base = /^https?:/.test(source) ? source : undefined;
  if (!URL.canParse(text, base)) {
    const isPath = /^[\w/.~-]*$/.test(text);
    return { url: undefined, path: isPath ? trimmed(text.startsWith('/') ? text : `/${text}`) : '' };
  }
  const { origin, pathname, protocol } = new URL(text, base);
  const path = trimmed(pathname);
  return { url: protocol.startsWith('http') ? `${origin}${path}` : undefined, path };
}

/** How the paths of the document follow the base of the site. */
export interface Base {
  /** What `api.base` should be; undefined where it is unknown, or where '' will do. */
  base: string | undefined;
  /** What stands before every path of the document. */
  prefix: string;
  /** Nothing says on which host the API is, and its paths are none of this site's own. */
  isUnknown: boolean;
}

/** @param declared `api.base` of `site.yaml` */
export function baseOf(
  server: Server | undefined,
  declared: string | undefined,
  paths: readonly string[],
): Base {
  const { url, path } = server ?? { url: undefined, path: '' };
  const found = { base: url, prefix: '', isUnknown: false };
  if (declared !== undefined && declared !== '') {
    if (url?.startsWith(`${declared}/`))
      return { ...found, base: undefined, prefix: url.slice(declared.length) };
    const isOrigin = URL.canParse(declared) && new URL(declared).pathname === '/';
    return { ...found, prefix: url === undefined && isOrigin ? path : '' };
  }
  const isOwn = paths.every((one) => `${path}${one}`.startsWith('/api/'));
  if (isOwn && (url === undefined || declared === '')) return { ...found, base: undefined, prefix: path };
  return { ...found, isUnknown: url === undefined };
}
