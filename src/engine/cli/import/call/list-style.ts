import type { SiteConfig } from '#engine/generated/schemas.ts';
import { mediaOf } from '../document/media.ts';
import { child, type DocumentNode, entriesOf, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';

/** How a list is sent, as `api.query.lists` of `site.yaml` names it. */
export type ListStyle = SiteConfig['api']['query']['lists'];

/** How a parameter's list is sent; undefined for a style that the engine has not. */
export function listStyleOf(parameter: DocumentNode): ListStyle | undefined {
  const style = textAt(parameter, 'style') ?? 'form';
  if (textAt(parameter, 'name')?.endsWith('[]')) return 'brackets';
  if (style === 'deepObject') return 'indices';
  if (style !== 'form') return undefined;
  return child(parameter, 'explode').value === false ? 'comma' : 'repeat';
}

const isList = (schema: DocumentNode) =>
  child(schema, 'type').value === 'array' || child(schema, 'items').value !== undefined;

/** How most lists of the document are sent, in addresses and in forms; the engine's own way where there are none. */
export function usualListStyle(operations: readonly Operation[]): ListStyle {
  const counts = new Map<ListStyle, number>([['repeat', 0]]);
  const count = (holder: DocumentNode): void => {
    const style = listStyleOf(holder);
    if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1);
  };
  for (const { node, parameters } of operations) {
    for (const parameter of parameters)
      if (textAt(parameter, 'in') === 'query' && isList(child(parameter, 'schema'))) count(parameter);
    for (const media of mediaOf(child(node, 'requestBody')))
      for (const [name, encoding] of entriesOf(child(media.node, 'encoding')))
        if (isList(child(media.node, 'schema', 'properties', name))) count(encoding);
  }
  const [[usual] = ['repeat' as const]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return usual;
}
