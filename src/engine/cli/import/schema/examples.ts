import { isObject, own } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Documents } from '../document/documents.ts';
import { answersOf, isJson, mediaOf } from '../document/media.ts';
import { child, type DocumentNode, entriesOf, itemsOf, locationOf } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { Losses } from '../loss/losses.ts';

/** How deep in an answer a definition's example is looked for. */
const DEPTH = 4;

/** Characters of an example that an entity carries. */
const LARGEST = 8000;

/** What an answer shows of a definition. */
export interface Example {
  value: unknown;
  /** Too large to be carried. */
  isLarge: boolean;
}

/**
 * What the answers of all operations show of the definitions in them: location -> the first example. It does not depend on
 * which operations are imported, so that an entity stays the same.
 */
export function gatherExamples(operations: readonly Operation[], documents: Documents): Map<string, Example> {
  const found = new Map<string, Example>();
  const silent = new Losses();

  function visit(node: DocumentNode, value: unknown, depth: number): void {
    if (value === undefined || value === null || depth > DEPTH) return;
    const definition = documents.follow(node, silent);
    if (!isObject(definition.value)) return;
    const key = locationOf(definition);
    if (definition !== node && isObject(value) && !found.has(key))
      found.set(key, { value, isLarge: JSON.stringify(value).length > LARGEST });
    for (const part of itemsOf(child(definition, 'allOf'))) visit(part, value, depth + 1);
    if (Array.isArray(value)) visit(child(definition, 'items'), value[0], depth + 1);
    else if (isObject(value))
      for (const [name, property] of entriesOf(child(definition, 'properties')))
        visit(property, own(value, name), depth + 1);
  }

  for (const operation of operations) {
    for (const answer of answersOf(operation.node, documents, silent)) {
      const media = mediaOf(answer.node).find(({ type }) => isJson(type));
      if (media !== undefined) visit(child(media.node, 'schema'), exampleOf(media.node, documents), 0);
    }
  }
  return found;
}

/** An object that is shown by this value; a schema with a name has the examples of its own. */
export function withExample(schema: JsonSchema, value: unknown): JsonSchema {
  const isShown = '$ref' in schema || 'examples' in schema || schema['type'] !== 'object' || !isObject(value);
  return isShown || JSON.stringify(value).length > LARGEST ? schema : { ...schema, examples: [value] };
}

/** The example of a body, an answer or a parameter. */
export function exampleOf(holder: DocumentNode, documents: Documents): unknown {
  const single = child(holder, 'example').value;
  if (single !== undefined) return single;
  const [first] = entriesOf(child(holder, 'examples'));
  return first === undefined ? undefined : child(documents.follow(first[1], new Losses()), 'value').value;
}
