import type { ErrorObject } from 'ajv';
import { asList, asObject, isObject, type Json } from '../json.ts';
import { certain, nearest } from '../nearest.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import type { Correction } from '../source/correction.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { isLive } from '../validate/live.ts';
import { strangerOf, tellingKeys } from '../validate/union.ts';
import { validatorOf } from '../validate/validator.ts';

/** Keys of one object that are looked at. */
const MOST = 200;

/** The keys in a value that are slips, as the errors about the value give them away. `more`: what else its top may hold. */
export function keySlips(
  errors: readonly ErrorObject[],
  more: readonly string[],
  library: SchemaLibrary,
): Omit<Correction, 'kind'>[] {
  const groups = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...groups].flatMap(([path, group]) => {
    const holder = parsePointer(path);
    const data = asObject(group[0]?.data);
    const closed = group.filter((error) => strangerOf(error) !== undefined);
    const strangers = [...new Set(closed.flatMap((error) => strangerOf(error) ?? []))].slice(0, MOST);
    const missing = group.flatMap(missingOf);
    const known = closed.flatMap(({ parentSchema }) => propertiesOf(parentSchema));
    const extra = holder.length === 0 ? more : [];
    const free = new Set(
      [...known, ...missing.map(({ key }) => key), ...extra].filter((name) => !(name in data)),
    );
    if (strangers.length > 0) return [...slipsOf({ given: strangers, data, free, missing, holder }, library)];
    return [...slipsOf({ given: undeclared(group, data), data, free, missing, holder }, library)].filter(
      ({ isGuess }) => !isGuess,
    );
  });
}

interface Suspects {
  /** Keys that may be slips. */
  given: readonly string[];
  data: Json;
  /** What can be written and is not yet. */
  free: ReadonlySet<string>;
  missing: readonly Missing[];
  holder: Pointer;
}

function* slipsOf(
  { given, data, free, missing, holder }: Suspects,
  library: SchemaLibrary,
): Generator<Omit<Correction, 'kind'>> {
  const taken = new Set<string>();
  for (const name of given) {
    const open = [...free].filter((key) => !taken.has(key));
    const wanted = missing.map(({ key }) => key).filter((key) => !taken.has(key));
    const near = certain(name, open) ?? nearest(name, wanted)[0];
    const only = given.length === 1 && wanted.length === 1 ? wanted[0] : undefined;
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

/** What an error says to be missing: a required key, or one of those by which the branches of a union are distinguished. */
function missingOf(error: ErrorObject): Missing[] {
  if (error.keyword === 'required') {
    const key = String(asObject(error.params)['missingProperty']);
    return [{ key, schema: asObject(asObject(asObject(error.parentSchema)['properties'])[key]) }];
  }
  if (error.keyword !== 'oneOf' && error.keyword !== 'anyOf') return [];
  const branches = asList(error.schema).map(asObject);
  return tellingKeys(branches).map((key) => ({ key, schema: {} }));
}

/** Where any key may stand, or none of the branches of a union fits: the keys that no schema declares. */
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

/** Could a value stand under the key that is missing? */
function mayBe(value: unknown, missing: readonly Missing[], key: string, library: SchemaLibrary): boolean {
  const schema = missing.find((one) => one.key === key)?.schema ?? {};
  if (!isObject(schema) || Object.keys(schema).length === 0) return false;
  return validatorOf(library)
    .errors(schema, value)
    .every((error) => isLive(error, value));
}
