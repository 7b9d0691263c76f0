import type { ErrorObject } from 'ajv';
import { asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { changesOf } from '../migrate/migrations.ts';
import { propsOf } from '../schema/block.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { isLive } from './live.ts';
import { narrow } from './narrow.ts';
import { judgeConditions } from './per-item.ts';
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

/** What is wrong with the shape of a file. Looked at once for one value. */
export function shapeErrors(kind: FileKind, value: unknown, library: SchemaLibrary): Errors {
  const schema = library.config.get(SCHEMAS[kind]);
  if (schema === undefined) return NONE;
  return isObject(value) ? known(library)(schema)(value) : judge(schema, value, library);
}

/** What is wrong with the props of a block, but for what is only known when the page runs. Looked at once for one block. */
export function propErrors(schema: JsonSchema, block: Json, library: SchemaLibrary): Errors {
  return knownProps(library)(schema)(block);
}

const known = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema) => memo((value: Json): Errors => judge(schema, value, library))),
);

const knownProps = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema) =>
    memo((block: Json): Errors => {
      const props = current(propsOf(block), schema);
      const validator = validatorOf(library);
      const errors = validator.errors(schema, props);
      if (errors.length === 0) return NONE;
      return judgeConditions(narrow(errors, validator, library), validator, library).filter(
        (error) => !isLive(error, props) && !isFilled(error, schema, block),
      );
    }),
  ),
);

function judge(schema: JsonSchema, value: unknown, library: SchemaLibrary): Errors {
  const validator = validatorOf(library);
  return narrow(validator.errors(schema, value), validator, library);
}

/** A required prop that the engine provides: from the slot, or whether a dialog is open. */
function isFilled(error: ErrorObject, schema: JsonSchema, block: Json): boolean {
  if (error.keyword !== 'required' || error.instancePath !== '') return false;
  const name = asObject(error.params)['missingProperty'];
  const slot = asObject(schema['slot']);
  if (name === slot['fills'] || name === slot['size']) {
    // Without either it is the slot that was forgotten, which is reported once.
    return 'slot' in block || (name === slot['size'] && !(String(slot['fills']) in block));
  }
  return schema['openable'] === true && name === 'open';
}

/** The props as they are written today: what an older version had is reported by block-outdated. */
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
