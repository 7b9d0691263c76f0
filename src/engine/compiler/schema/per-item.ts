import { asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import type { JsonSchema } from './field.ts';
import { deref, type SchemaLibrary } from './library.ts';

/** A prop that is evaluated per item, and the list prop of these items. */
export interface PerItemProp {
  /** Steps from the props; `*` stands for a position in a list. */
  path: readonly string[];
  /** Name of the list prop. */
  list: string;
}

/** The props of a block type that are passed as functions of one item (schema keyword `perItem`). */
export function perItemProps(schema: JsonSchema, library: SchemaLibrary): readonly PerItemProp[] {
  return perItemIn(library)(schema);
}

const perItemIn = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema) => [...search(schema, [], library)]),
);

/** Searches only the schema file of the block: entities that it refers to are data, not settings. */
function* search(schema: Json, path: readonly string[], library: SchemaLibrary): Generator<PerItemProp> {
  for (const [name, raw] of Object.entries(asObject(schema['properties']))) {
    const property = asObject(raw);
    const here = [...path, name];
    if (typeof property['perItem'] === 'string') yield { path: here, list: property['perItem'] };
    else if (isObject(property['items']))
      yield* search(own(property['items'], library), [...here, '*'], library);
    else yield* search(own(property, library), here, library);
  }
}

function own(schema: Json, library: SchemaLibrary): Json {
  const ref = schema['$ref'];
  return typeof ref === 'string' && ref.startsWith('schema:') ? deref(schema, library) : schema;
}

/** Does `props` hold something at `path`? */
export function isPresent(props: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return props !== undefined;
  if (step === '*') return Array.isArray(props) && props.some((item) => isPresent(item, rest));
  return isObject(props) && isPresent(props[step], rest);
}
