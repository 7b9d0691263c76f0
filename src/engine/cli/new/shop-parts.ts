import { asList, asObject, type Json } from '#engine/compiler/json.ts';
import { pageItemOf } from '#engine/compiler/schema/field.ts';
import { readYaml } from '#engine/compiler/source/read-yaml.ts';

/** What the shop at hand has that a page can be made of. */
export interface ShopParts {
  /** Does it show ads in slots? */
  slots: boolean;
  /** A call that answers pages of products, and the address of one of them; undefined where it has no such two. */
  products: { call: string; to: string } | undefined;
}

/** The call by which the ads of a slot are fetched. */
const ADS = 'focus.show';

/** @param files path -> text of the config */
export function shopParts(files: ReadonlyMap<string, string>): ShopParts {
  const read = (folder: string) =>
    [...files].filter(([path]) => path.startsWith(folder)).map(([, text]) => asObject(readYaml(text).value));
  const calls = read('config/api/').flatMap((file) => Object.entries(file));
  const lists = calls.filter(([, call]) => isProductList(asObject(call))).map(([name]) => name);
  const pages = read('config/pages/').flatMap(withChildren);
  const found = lists.flatMap((call) => {
    const to = pages.map((page) => detailPath(page, resourceOf(call))).find((path) => path !== undefined);
    return to === undefined ? [] : [{ call, to }];
  });
  return { slots: calls.some(([name]) => name === ADS), products: found[0] };
}

const isProductList = ({ response, query }: Json): boolean =>
  pageItemOf(response) === 'product-card' && 'page' in asObject(query);

/** `product.list` -> `product` */
const resourceOf = (call: string) => call.slice(0, call.indexOf('.'));

const withChildren = (page: Json): Json[] => [
  page,
  ...asList(page['children']).flatMap((child) => withChildren(asObject(child))),
];

/** `/product/:id` -> `/product/{$item.id}`, of a page whose one parameter asks for one thing of a resource. */
function detailPath({ path, data }: Json, resource: string): string | undefined {
  const calls = Object.values(asObject(data)).map((entry) => asObject(entry)['call']);
  const isAbout = calls.some((call) => typeof call === 'string' && resourceOf(call) === resource);
  if (typeof path !== 'string' || !isAbout) return undefined;
  const parameters = path.match(/:\w+\??/g) ?? [];
  return parameters.length === 1 ? path.replace(parameters[0], '{$item.id}') : undefined;
}
