import type { ErrorObject } from 'ajv';
import { asList, asObject, isObject, type Json } from '../json.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { intendedName, nearest } from '../similar-names.ts';
import type { Correction } from '../source/correction.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { isRuntimeValue } from '../validate/runtime-value.ts';
import { discriminatorKeys, unknownKeyOf } from '../validate/union.ts';
import { validatorOf } from '../validate/validator.ts';

/** Most keys of one object that are considered. */
const MOST = 200;

/** The misspelt keys of a value, according to its validation errors. `more`: further keys that are allowed at its root. */
export function keyTypos(
  errors: readonly ErrorObject[],
  more: readonly string[],
  library: SchemaLibrary,
): Omit<Correction, 'kind'>[] {
  const groups = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...groups].flatMap(([path, group]) => {
    const holder = parsePointer(path);
    const data = asObject(group[0]?.data);
    const closed = group.filter((error) => unknownKeyOf(error) !== undefined);
    const unknownKeys = [...new Set(closed.flatMap((error) => unknownKeyOf(error) ?? []))].slice(0, MOST);
    const missing = group.flatMap(missingOf);
    const known = closed.flatMap(({ parentSchema }) => propertiesOf(parentSchema));
    const extra = holder.length === 0 ? more : [];
    const free = new Set(
      [...known, ...missing.map(({ key }) => key), ...extra].filter((name) => !(name in data)),
    );
    if (unknownKeys.length > 0)
      return [...typosOf({ given: unknownKeys, data, free, missing, holder }, library)];
    return [...typosOf({ given: undeclared(group, data), data, free, missing, holder }, library)].filter(
      ({ isGuess }) => !isGuess,
    );
  });
}

interface Suspects {
  /** Keys that may be misspelt. */
  given: readonly string[];
  data: Json;
  /** Allowed keys that are not written yet. */
  free: ReadonlySet<string>;
  missing: readonly Missing[];
  holder: Pointer;
}

function* typosOf(
  { given, data, free, missing, holder }: Suspects,
  library: SchemaLibrary,
): Generator<Omit<Correction, 'kind'>> {
  const taken = new Set<string>();
  for (const name of given) {
    const open = [...free].filter((key) => !taken.has(key));
    const needed = missing.map(({ key }) => key).filter((key) => !taken.has(key));
    const near = intendedName(name, open) ?? nearest(name, needed)[0];
    const only = given.length === 1 && needed.length === 1 ? needed[0] : undefined;
    const isFit = only !== undefined && mayBe(data[name], missing, only, library);
    const intended = near ?? (isFit ? only : undefined);
    if (intended === undefined) continue;
    taken.add(intended);
    yield { holder, given: name, intended, free: open, isGuess: near === undefined };
  }
}

interface Missing {
  key: string;
  schema: JsonSchema;
}

/** The keys that an error says are missing: a required key, or one of the discriminators of a union. */
function missingOf(error: ErrorObject): Missing[] {
  if (error.keyword === 'required') {
    const key = String(asObject(error.params)['missingProperty']);
    return [{ key, schema: asObject(asObject(asObject(error.parentSchema)['properties'])[key]) }];
  }
  if (error.keyword !== 'oneOf' && error.keyword !== 'anyOf') return [];
  const branches = asList(error.schema).map(asObject);
  return discriminatorKeys(branches).map((key) => ({ key, schema: {} }));
}

/** The keys that no schema declares, for an object that allows any key, or that fits no branch of a union. */
function undeclared(group: readonly ErrorObject[], data: Json): string[] {
  const schemas = group.flatMap(({ parentSchema, keyword, schema }) => [
    parentSchema,
    ...(keyword === 'oneOf' || keyword === 'anyOf' ? asList(schema) : []),
  ]);
  const declared = new Set(schemas.flatMap(propertiesOf));
  return Object.keys(data)
    .filter((key) => !declared.has(key))
    .slice(0, MOST);
}

const propertiesOf = (schema: unknown): string[] => Object.keys(asObject(asObject(schema)['properties']));

/** Is the value valid for the missing key? */
function mayBe(value: unknown, missing: readonly Missing[], key: string, library: SchemaLibrary): boolean {
  const schema = missing.find((one) => one.key === key)?.schema ?? {};
  if (!isObject(schema) || Object.keys(schema).length === 0) return false;
  return validatorOf(library)
    .errors(schema, value)
    .every((error) => isRuntimeValue(error, value));
}
