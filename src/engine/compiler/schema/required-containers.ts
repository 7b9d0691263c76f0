import { asList, objectEntries } from '../json.ts';
import type { JsonSchema } from './field.ts';
import type { SchemaLibrary } from './library.ts';
import { shapes, typesOf } from './shape.ts';

/** Deep enough for an answer with its parts; entities may hold each other. */
const DEPTH = 4;

type Container = 'list' | 'object';

const KINDS: Readonly<Record<string, Container>> = { array: 'list', object: 'object' };

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Where a value of a schema holds a list or an object whatever it is: JSON Pointer -> which. Items of lists are left out:
 * one odd item is no reason to show none.
 */
export function requiredContainers(
  schema: JsonSchema,
  library: SchemaLibrary,
  pointer = '',
  depth = 0,
): Record<string, Container> {
  const alternatives = shapes(schema, library);
  const [shape] = alternatives;
  const types = shape && typesOf(shape);
  const [type = ''] = types ?? [];
  const kind = KINDS[type];
  if (alternatives.length !== 1 || !shape || types?.size !== 1 || kind === undefined) return {};
  if (kind === 'list' || depth >= DEPTH) return { [pointer]: kind };
  const required = new Set(asList(shape['required']));
  const inner = objectEntries(shape['properties']).flatMap(([name, property]) =>
    required.has(name)
      ? Object.entries(requiredContainers(property, library, `${pointer}/${escaped(name)}`, depth + 1))
      : [],
  );
  return { [pointer]: kind, ...Object.fromEntries(inner) };
}
