import type { ErrorObject } from 'ajv';
import { type Finding, MOST, type Spot } from '../checks/check.ts';
import { typeOfValue } from '../follow/shape.ts';
import { asList, asObject, isObject, type Json, own } from '../json.ts';
import { certain, nearest } from '../nearest.ts';
import type { Text } from '../offense.ts';
import { ROOTS } from '../reference.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { aboutPlace, TYPES } from './about.ts';
import { momentFault } from './moment.ts';
import { patternWords } from './pattern-words.ts';

/**
 * ajv's errors about one value -> what is wrong, where, and what to write. What only follows from another fault is left
 * out: a key that is missing because it is misspelt is told once, where it stands. `more`: keys that may also be written.
 */
export function describeAll(
  errors: readonly ErrorObject[],
  base: Pointer,
  more: readonly string[] = [],
): { error: ErrorObject; finding: Finding }[] {
  const explained = new Set(
    errors.flatMap((error) => {
      const key = misspelt(error);
      return key === undefined ? [] : [`${error.instancePath}/${key}`];
    }),
  );
  return errors
    .filter((error) => error.propertyName === undefined)
    .filter((error) => {
      const key = strangerOf(error);
      return key === undefined || !explained.has(`${error.instancePath}/${key}`);
    })
    .slice(0, MOST)
    .map((error) => ({ error, finding: describe(error, base, more) }));
}

/** The key that an error says nobody knows. */
function strangerOf({ params }: ErrorObject): string | undefined {
  const key = asObject(params)['additionalProperty'] ?? asObject(params)['unevaluatedProperty'];
  return typeof key === 'string' ? key : undefined;
}

/** The key that was certainly meant to be the one that is missing. */
export function misspelt(error: ErrorObject): string | undefined {
  const isUnion = error.keyword === 'oneOf' || error.keyword === 'anyOf';
  if (error.keyword !== 'required' && !isUnion) return undefined;
  const branches = isUnion ? asList(error.schema).map(asObject) : [asObject(error.parentSchema)];
  const meant = isUnion ? tellingKeys(branches) : [String(asObject(error.params)['missingProperty'])];
  const known = new Set(branches.flatMap(({ properties }) => Object.keys(asObject(properties))));
  return Object.keys(asObject(error.data)).find(
    (given) => !known.has(given) && !meant.includes(given) && nearest(given, meant).length > 0,
  );
}

/** The keys by which the alternatives of a union are told apart. */
const tellingKeys = (branches: readonly Json[]): string[] => [
  ...new Set(branches.flatMap(({ required }) => asList(required)[0] ?? []).map(String)),
];

/** One ajv error -> what is wrong, where, and what to write. */
function describe(error: ErrorObject, base: Pointer, more: readonly string[]): Finding {
  const pointer = [...base, ...parsePointer(error.instancePath)];
  const about = aboutPlace(error, pointer);
  const params = asObject(error.params);
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(error, pointer, strangerOf(error) ?? '', more);
    case 'required':
      return missingKey(error, pointer, String(params['missingProperty']));
    case 'dependentRequired':
      return missingCompanion(error, pointer, String(params['property']), String(params['missingProperty']));
    case 'propertyNames':
      return badName(pointer, String(params['propertyName']));
    case 'enum':
      return badChoice(error, pointer, about);
    case 'type':
      return badType(error, pointer, about);
    case 'oneOf':
    case 'anyOf':
      return alternatives(error, pointer, about);
    case 'format':
      if (params['format'] === 'date-time') return { at: { pointer }, ...momentFault(String(error.data)) };
      return { at: { pointer }, message: bounds(error), hint: about };
    default:
      return { at: { pointer }, message: bounds(error), hint: about };
  }
}

function unknownKey(error: ErrorObject, pointer: Pointer, key: string, more: readonly string[]): Finding {
  const allowed = [...Object.keys(asObject(asObject(error.parentSchema)['properties'])), ...more];
  const free = allowed.filter((name) => !Object.hasOwn(asObject(error.data), name));
  return {
    at: { pointer: [...pointer, key], part: 'key' },
    message: { zh: `没有 ${key} 这个键`, en: `there is no key ${key}` },
    hint: suggestion(key, free, allowed),
    ...replacing(certain(key, free)),
  };
}

/** A key that nobody knows, where one of `meant` is missing. */
function misspeltKey(pointer: Pointer, key: string, meant: readonly string[]): Finding {
  return {
    at: { pointer: [...pointer, key], part: 'key' },
    message: { zh: `没有 ${key} 这个键`, en: `there is no key ${key}` },
    hint: suggestion(key, meant),
    ...replacing(certain(key, meant)),
  };
}

const replacing = (replacement: string | undefined) => (replacement === undefined ? {} : { replacement });

/** `是不是想写 a、b？` or, when nothing is near, all that can be written. */
export function suggestion(name: string, likely: readonly string[], all: readonly string[] = likely): Text {
  const near = nearest(name, likely);
  if (near.length > 0)
    return { zh: `是不是想写 ${near.join('、')}？`, en: `Did you mean ${near.join(', ')}?` };
  if (all.length === 0) return { zh: '把它去掉。', en: 'Remove it.' };
  const shown = all.slice(0, 20);
  const more = all.length > 20 ? '…' : '';
  return { zh: `可以写的有：${shown.join('、')}${more}`, en: `Known: ${shown.join(', ')}${more}` };
}

function missingKey(error: ErrorObject, pointer: Pointer, key: string): Finding {
  const properties = asObject(asObject(error.parentSchema)['properties']);
  const slip = misspelt(error);
  if (slip !== undefined) return misspeltKey(pointer, slip, [key]);
  const property = asObject(own(properties, key));
  const description = typeof property['description'] === 'string' ? property['description'] : '';
  return {
    at: holder(error, pointer),
    lacking: pointer,
    message: { zh: `缺少 ${key}`, en: `${key} is missing` },
    hint:
      description === ''
        ? { zh: `加上 ${key}。`, en: `Add ${key}.` }
        : { zh: `加上 ${key}：${description}`, en: `Add ${key}.` },
  };
}

/** A key that means nothing without another one. */
function missingCompanion(error: ErrorObject, pointer: Pointer, key: string, missing: string): Finding {
  const { description } = asObject(asObject(asObject(error.parentSchema)['properties'])[missing]);
  const about = typeof description === 'string' ? `（${description}）` : '';
  return {
    at: { pointer: [...pointer, key], part: 'key' },
    message: { zh: `写了 ${key}，却没有 ${missing}`, en: `${key} is there without ${missing}` },
    hint: {
      zh: `加上 ${missing}${about}，或去掉 ${key}。`,
      en: `Add ${missing}, or remove ${key}.`,
    },
  };
}

/** The token that stands for a whole object: its own key, in a list its first key; a plain value stands for itself. */
function holder(error: ErrorObject, pointer: Pointer): Spot {
  const last = pointer.at(-1);
  const first = Object.keys(asObject(error.data))[0];
  if (!isObject(error.data) && error.keyword !== 'required') return { pointer };
  const isNamed = typeof last === 'string' && !/^\d+$/.test(last);
  return isNamed || first === undefined
    ? { pointer, part: 'key' }
    : { pointer: [...pointer, first], part: 'key' };
}

function badName(pointer: Pointer, name: string): Finding {
  return {
    at: { pointer: [...pointer, name], part: 'key' },
    message: { zh: `${name} 不能作名字`, en: `${name} cannot be a name` },
    hint: {
      zh: '用字母开头，只含字母、数字和下划线；接口名写作 资源.动作。',
      en: 'Start with a letter; letters, digits and underscores only; a call is named resource.action.',
    },
  };
}

function badChoice(error: ErrorObject, pointer: Pointer, about: Text): Finding {
  const allowed = asList(asObject(error.params)['allowedValues']).map(String);
  const given = String(error.data);
  return {
    at: { pointer },
    message: {
      zh: `不能是 ${shown(error.data)}，可以写 ${allowed.join('、')}`,
      en: `cannot be ${shown(error.data)}; one of ${allowed.join(', ')}`,
    },
    hint: nearest(given, allowed).length > 0 ? suggestion(given, allowed) : about,
    ...replacing(typeof error.data === 'string' ? certain(given, allowed) : undefined),
  };
}

function badType(error: ErrorObject, pointer: Pointer, about: Text): Finding {
  const wanted = [asObject(error.params)['type']].flat().map(String);
  const names = wanted.map((type) => TYPES[type] ?? { zh: type, en: type });
  const now = TYPES[typeOfValue(error.data)] ?? { zh: '', en: '' };
  const isWord = typeof error.data === 'string' && wanted.includes('boolean');
  const meantFlag = isWord ? certain(String(error.data), FLAGS) : undefined;
  const reference = wanted.includes('string') ? undefined : bareReference(error.data);
  return {
    at: { pointer, part: error.data === null ? 'key' : 'value' },
    message: {
      zh: `应是${names.map(({ zh }) => zh).join('或')}，现在是${now.zh}${shownScalar(error.data)}`,
      en: `should be ${names.map(({ en }) => en).join(' or ')}, is ${now.en}${shownScalar(error.data)}`,
    },
    hint:
      reference !== undefined
        ? { zh: `引用以 $ 开头：${reference}`, en: `A reference starts with $: ${reference}` }
        : meantFlag === undefined
          ? about
          : suggestion(String(error.data), FLAGS),
    ...replacing(reference ?? retyped(error.data, wanted) ?? meantFlag),
  };
}

const BARE_REFERENCE = new RegExp(`^(?:${ROOTS.join('|')})(?:\\.[A-Za-z0-9_-]+)+$`);

/** `data.goods.list` -> `$data.goods.list`, where a text cannot stand. */
const bareReference = (value: unknown): string | undefined =>
  typeof value === 'string' && BARE_REFERENCE.test(value) ? `$${value}` : undefined;

const FLAGS = ['true', 'false'];

/** The same value in the type that is asked, where only quotes stand between them. */
function retyped(value: unknown, wanted: readonly string[]): string | undefined {
  if (typeof value === 'string') {
    const isNumber =
      /^-?\d+(\.\d+)?$/.test(value) &&
      (wanted.includes('number') || (wanted.includes('integer') && !value.includes('.')));
    const isFlag = wanted.includes('boolean') && /^(true|false)$/.test(value);
    return isNumber || isFlag ? value : undefined;
  }
  return wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean')
    ? `'${value}'`
    : undefined;
}

function shown(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? '…' : String(value);
}

const shownScalar = (value: unknown) => (typeof value === 'object' ? '' : ` ${shown(value)}`);

/** Limits, patterns and formats. */
function bounds(error: ErrorObject): Text {
  const params = asObject(error.params);
  const limit = String(params['limit']);
  const unit = asObject(error.parentSchema)['unit'];
  const measure = typeof unit === 'string' ? ` ${unit}` : '';
  switch (error.keyword) {
    case 'minimum':
    case 'exclusiveMinimum':
      return { zh: `不能小于 ${limit}${measure}`, en: `at least ${limit}${measure}` };
    case 'maximum':
    case 'exclusiveMaximum':
      return { zh: `不能大于 ${limit}${measure}`, en: `at most ${limit}${measure}` };
    case 'minItems':
      return { zh: `至少要有 ${limit} 项`, en: `at least ${limit} items` };
    case 'maxItems':
      return { zh: `最多 ${limit} 项`, en: `at most ${limit} items` };
    case 'minLength':
      return { zh: `至少 ${limit} 个字`, en: `at least ${limit} characters` };
    case 'maxLength':
      return { zh: `最多 ${limit} 个字`, en: `at most ${limit} characters` };
    case 'minProperties':
      return { zh: `至少要写 ${limit} 个键`, en: `at least ${limit} keys` };
    case 'maxProperties':
      return { zh: `只能写 ${limit} 个键`, en: `at most ${limit} keys` };
    case 'format':
      return { zh: `不是正确的 ${String(params['format'])}`, en: `not a valid ${String(params['format'])}` };
    case 'pattern': {
      const asked = patternWords(String(params['pattern']));
      return {
        zh: `${shown(error.data)} 的写法不对${asked === undefined ? '' : `：应${asked.zh}`}`,
        en: `${shown(error.data)} is not written as it should be${asked === undefined ? '' : `: ${asked.en}`}`,
      };
    }
    default:
      return { zh: `写法不对（${error.keyword}）`, en: `not allowed (${error.keyword})` };
  }
}

/** None of the alternatives is meant, or several at once: names the keys that tell them apart. */
function alternatives(error: ErrorObject, pointer: Pointer, about: Text): Finding {
  const keys = tellingKeys(asList(error.schema).map(asObject));
  const slip = misspelt(error);
  if (slip !== undefined) return misspeltKey(pointer, slip, keys);
  const list = keys.join('、');
  const message =
    keys.length === 0
      ? { zh: '不是可以写的任何一种', en: 'none of what can be written here' }
      : { zh: `要写（且只写）${list} 之一`, en: `exactly one of ${keys.join(', ')}` };
  return { at: holder(error, pointer), lacking: pointer, message, hint: about };
}
