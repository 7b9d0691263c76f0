import type { ErrorObject } from 'ajv';
import { asObject } from '../json.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { type Pointer, parsePointer, valueAt } from '../source/pointer.ts';
import { blocksIn } from './blocks-in.ts';
import { propErrors, shapeErrors } from './errors.ts';

/** Something in a file that violates its schemas. */
export interface FileError {
  /** undefined for an unknown block type, or an event that the block does not have. */
  error: ErrorObject | undefined;
  at: Pointer;
}

/** Everything in a file that violates the schemas of its kind and of its blocks. */
export function errorsIn({ kind, yaml }: ConfigFile, library: SchemaLibrary): FileError[] {
  const shape = shapeErrors(kind, yaml.value, library).map((error) => ({
    error,
    at: parsePointer(error.instancePath),
  }));
  if (kind !== 'page' && kind !== 'shell') return shape;
  const props = [...blocksIn(yaml.value, [])].flatMap((pointer): FileError[] => {
    const block = asObject(valueAt(yaml.value, pointer));
    const schema = library.blocks.get(String(block['block']));
    if (schema === undefined) return [{ error: undefined, at: pointer }];
    const strayEvents = Object.keys(asObject(block['on'])).filter(
      (event) => !Object.hasOwn(asObject(schema['events']), event),
    );
    return [
      ...strayEvents.map((event) => ({ error: undefined, at: [...pointer, 'on', event] })),
      ...propErrors(schema, block, library).map((error) => ({
        error,
        at: [...pointer, ...parsePointer(error.instancePath)],
      })),
    ];
  });
  return [...shape, ...props];
}
