/** A page with those below it, as a page file or the registry holds it. */
export interface PageTree {
  name: string;
  path?: string | null;
  alias?: readonly string[];
  link?: string;
  title?: string | null;
  /** The role that it needs; in a page file left out where it is that of the page above. */
  access?: string;
  children?: readonly PageTree[];
}

/** A value of an address; undefined leaves an optional one out. */
export type AddressValue = string | number | undefined;

/**
 * The path that links to each page are written with, by the page's name: the one of its addresses that it chooses (`link`),
 * else its own path. Pages that only group others have none.
 */
export function pathsByName(pages: readonly PageTree[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = ({ name, path, link, children = [] }: PageTree): void => {
    const main = link ?? path;
    if (main !== null && main !== undefined) found.set(name, main);
    children.forEach(visit);
  };
  pages.forEach(visit);
  return found;
}

const PARAMETER = /^:(\w+)(\?)?$/;

/** The parameters of a path, and whether each may be left out. */
export function parametersOf(path: string): { name: string; optional: boolean }[] {
  return path.split('/').flatMap((step) => {
    const [, name, mark] = PARAMETER.exec(step) ?? [];
    return name === undefined ? [] : [{ name, optional: mark === '?' }];
  });
}

/** `/order/:id?` -> an expression that holds for the paths which it stands for. */
export function expressionOf(path: string): RegExp {
  const steps = path.split('/').filter((step) => step !== '');
  const source = steps.map((step) => {
    const [parameter, , mark] = PARAMETER.exec(step) ?? [];
    if (parameter === undefined) return `/${step.replaceAll(/[^\w-]/g, String.raw`\$&`)}`;
    return mark === '?' ? '(?:/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${source.join('')}/?$`);
}

/** A list in an address stays readable: its comma needs no escape (RFC 3986 §3.4). */
const encode = (value: string | number) => encodeURIComponent(value).replaceAll('%2C', ',');

/**
 * `/order/info/:id` with its values -> an address. Values that the path does not name are its query.
 * @throws when a parameter that the path needs has no value
 */
export function fillAddress(path: string, values: Readonly<Record<string, AddressValue>>): string {
  const left = new Map(Object.entries(values));
  const steps = path.split('/').flatMap((step) => {
    const [, name, mark] = PARAMETER.exec(step) ?? [];
    if (name === undefined) return [step];
    const value = left.get(name);
    left.delete(name);
    if (value !== undefined) return [encode(value)];
    if (mark === '?') return [];
    throw new Error(`the address ${path} needs a value for ${name}`);
  });
  const query = [...left].flatMap(([name, value]) =>
    value === undefined ? [] : [`${encode(name)}=${encode(value)}`],
  );
  return [steps.join('/') || '/', ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}
