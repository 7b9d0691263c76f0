import type { ErrorObject } from 'ajv';
import { asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { changesOf } from '../migrate/migrations.ts';
import { propsOf } from '../schema/block.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { mappingsIn, replaceAt } from '../schema/mapping.ts';
import { AT_RUNTIME, mappingErrors } from './mapping.ts';
import { narrow } from './narrow.ts';
import { judgeConditions } from './per-item.ts';
import { isRuntimeValue } from './runtime-value.ts';
import { validatorOf } from './validator.ts';

type Errors = readonly ErrorObject[];

const SCHEMAS: Record<FileKind, string> = {
  site: 'site',
  errors: 'errors',
  ads: 'slot',
  api: 'call',
  shell: 'shell',
  page: 'page',
};

const NONE: Errors = [];

/** The errors of a file against the schema of its kind; memoized per value. */
export function shapeErrors(kind: FileKind, value: unknown, library: SchemaLibrary): Errors {
  const schema = library.config.get(SCHEMAS[kind]);
  if (schema === undefined) return NONE;
  return isObject(value) ? known(library)(schema)(value) : judge(schema, value, library);
}

/** The errors of the props of a block, except for values that are only known when the page runs; memoized per block. */
export function propErrors(schema: JsonSchema, block: Json, library: SchemaLibrary): Errors {
  return knownProps(library)(schema)(block);
}

const known = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema) => memo((value: Json): Errors => judge(schema, value, library))),
);

const knownProps = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema) =>
    memo((block: Json): Errors => {
      const written = current(propsOf(block), schema);
      const validator = validatorOf(library);
      const asWritten = validator.errors(schema, written);
      // Without an error there is no mapping either: the schema allows none.
      if (asWritten.length === 0) return NONE;
      const mappings = [...mappingsIn(written, schema, library)];
      const props = replaceAt(written, new Map(mappings.map(({ pointer }) => [pointer, AT_RUNTIME])));
      const raw = mappings.length === 0 ? asWritten : validator.errors(schema, props);
      const errors = narrow(raw, validator, library);
      const own = judgeConditions(errors, validator, library).filter(
        (error) => !isRuntimeValue(error, props) && !isFilled(error, schema, block),
      );
      return [...own, ...mappings.flatMap((mapping) => mappingErrors(mapping, library))];
    }),
  ),
);

function judge(schema: JsonSchema, value: unknown, library: SchemaLibrary): Errors {
  const validator = validatorOf(library);
  return narrow(validator.errors(schema, value), validator, library);
}

/** Is it a required prop that the engine provides: from the slot, or the `open` of a dialog? */
function isFilled(error: ErrorObject, schema: JsonSchema, block: Json): boolean {
  if (error.keyword !== 'required' || error.instancePath !== '') return false;
  const name = asObject(error.params)['missingProperty'];
  const slot = asObject(schema['slot']);
  if (name === slot['fills'] || name === slot['size']) {
    // Without either, the missing slot is reported, once.
    return 'slot' in block || (name === slot['size'] && !(String(slot['fills']) in block));
  }
  return schema['openable'] === true && name === 'open';
}

/** The props in the current version of the schema: those of older versions are reported by block-outdated. */
function current(props: Json, schema: JsonSchema): Json {
  const renewed: Json = {};
  for (const [name, value] of Object.entries(props)) {
    const changes = changesOf(schema, name, value);
    const revalued = changes.find((change) => change.kind === 'value')?.value;
    const renamed = changes.find((change) => change.kind === 'rename')?.name;
    if (!changes.some(({ kind }) => kind === 'drop')) renewed[renamed ?? name] = revalued ?? value;
  }
  return renewed;
}
