import type { ErrorObject } from 'ajv';
import { type Finding, MAX_FINDINGS, type Spot } from '../finding.ts';
import { asList, asObject, isObject, own } from '../json.ts';
import type { Text } from '../offense.ts';
import { ROOTS } from '../reference.ts';
import { typeOfValue } from '../schema/shape.ts';
import { intendedName, nearest, ranked } from '../similar-names.ts';
import type { Correction } from '../source/correction.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { describeExpected, TYPES } from './expected.ts';
import { momentFault } from './moment.ts';
import { patternWords } from './pattern-words.ts';
import { discriminatorKeys, unknownKeyOf } from './union.ts';

/** Keywords about a value itself: of several errors only the first is reported. */
const OF_VALUE: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'pattern', 'format']);

/** The path of the value whose key is not a valid name. */
function nameIn({ keyword, params, instancePath }: ErrorObject): string | undefined {
  if (keyword !== 'propertyNames') return undefined;
  const name = String(asObject(params)['propertyName']);
  return `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** ajv's errors about one value -> findings. `more`: further keys that are allowed at the root of the value. */
export function describeAll(
  errors: readonly ErrorObject[],
  base: Pointer,
  more: readonly string[] = [],
): { error: ErrorObject; finding: Finding }[] {
  const judged = new Set<string>();
  const isFirst = ({ keyword, instancePath }: ErrorObject) =>
    !OF_VALUE.has(keyword) || (!judged.has(instancePath) && judged.add(instancePath) !== undefined);
  const illTyped = new Set(errors.flatMap((one) => (one.keyword === 'type' ? [one.instancePath] : [])));
  const misnamed = errors.flatMap((one) => nameIn(one) ?? []);
  return errors
    .filter((error) => error.propertyName === undefined)
    .filter(({ keyword, instancePath }) => keyword === 'type' || !illTyped.has(instancePath))
    .filter(({ instancePath }) => !misnamed.some((path) => `${instancePath}/`.startsWith(`${path}/`)))
    .filter(isFirst)
    .slice(0, MAX_FINDINGS)
    .map((error) => ({ error, finding: describe(error, base, error.instancePath === '' ? more : []) }));
}

/** The finding for a key that was corrected when the file was read. */
export const correctedKey = (correction: Correction): Finding => ({
  ...keyTypo(correction, correction.holder),
  at: { pointer: [...correction.holder, correction.intended], part: 'key' },
});

/** The finding for a misspelt key: its position, and the intended key. */
export function keyTypo(
  { given, intended, free, isGuess }: Omit<Correction, 'kind'>,
  holder: Pointer,
): Finding {
  const message = { zh: `没有 ${given} 这个键`, en: `there is no key ${given}` };
  const at = { pointer: [...holder, given], part: 'key' } as const;
  if (!isGuess) return { at, message, hint: suggestion(given, free), replacement: intendedName(given, free) };
  return {
    at,
    message: {
      zh: `${message.zh}，也缺少 ${intended}`,
      en: `${message.en}, and ${intended} is missing`,
    },
    hint: { zh: `是不是想写 ${intended}？`, en: `Did you mean ${intended}?` },
  };
}

/** One ajv error -> a finding. */
function describe(error: ErrorObject, base: Pointer, more: readonly string[]): Finding {
  const pointer = [...base, ...parsePointer(error.instancePath)];
  const about = describeExpected(error, pointer);
  const params = asObject(error.params);
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(error, pointer, unknownKeyOf(error) ?? '', more);
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
    ...replacing(intendedName(key, free)),
  };
}

const replacing = (replacement: Finding['replacement']) => (replacement === undefined ? {} : { replacement });

/** `是不是想写 a、b？` or, when no name is similar, all allowed names. */
export function suggestion(
  name: string,
  likely: readonly string[],
  all: readonly string[] = likely,
  titles?: ReadonlyMap<string, string>,
): Text {
  const near = nearest(name, likely);
  if (near.length > 0)
    return { zh: `是不是想写 ${near.join('、')}？`, en: `Did you mean ${near.join(', ')}?` };
  if (all.length === 0) return { zh: '把它去掉。', en: 'Remove it.' };
  const shown = ranked(name, all, titles).slice(0, 20);
  const more = all.length > 20 ? '…' : '';
  const titled = shown.map((one) => {
    const title = titles?.get(one)?.split('\n', 1)[0];
    return title === undefined ? one : `${one}（${title}）`;
  });
  return { zh: `可以写的有：${titled.join('、')}${more}`, en: `Known: ${shown.join(', ')}${more}` };
}

function missingKey(error: ErrorObject, pointer: Pointer, key: string): Finding {
  const properties = asObject(asObject(error.parentSchema)['properties']);
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

/** A key that requires another one (`dependentRequired`). */
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

/** The token to underline for a whole object: its own key, or its first key in a list; for a plain value, the value. */
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
    ...replacing(typeof error.data === 'string' ? intendedName(given, allowed) : undefined),
  };
}

function badType(error: ErrorObject, pointer: Pointer, about: Text): Finding {
  const wanted = [asObject(error.params)['type']].flat().map(String);
  const names = wanted.map((type) => TYPES[type] ?? { zh: type, en: type });
  const now = TYPES[typeOfValue(error.data)] ?? { zh: '', en: '' };
  const suggestedFlag =
    typeof error.data === 'string' && wanted.includes('boolean') ? intendedFlag(error.data) : undefined;
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
        : suggestedFlag === undefined
          ? about
          : { zh: `是不是想写 ${suggestedFlag}？`, en: `Did you mean ${suggestedFlag}?` },
    ...replacing(reference ?? retyped(error.data, wanted) ?? suggestedFlag),
  };
}

const BARE_REFERENCE = new RegExp(`^(?:${ROOTS.join('|')})(?:\\.[A-Za-z0-9_-]+|\\[\\d*\\])+$`);

/** `data.products.list` -> `$data.products.list`, where a text is not allowed. */
export const bareReference = (value: unknown): string | undefined =>
  typeof value === 'string' && BARE_REFERENCE.test(value) ? `$${value}` : undefined;

const FLAGS = ['true', 'false'];

/** Words that people write for booleans; YAML 1.1 read `yes` and `on` as such. */
const FLAG_WORDS: ReadonlyMap<string, string> = new Map([
  ...['yes', 'y', 'on', '是', '对', '有', '开'].map((word) => [word, 'true'] as const),
  ...['no', 'n', 'off', '否', '不', '无', '关'].map((word) => [word, 'false'] as const),
]);

const intendedFlag = (word: string): string | undefined =>
  FLAG_WORDS.get(word.toLowerCase()) ?? intendedName(word, FLAGS);

/** The same value in the expected type, where adding or removing quotes is enough. */
function retyped(value: unknown, wanted: readonly string[]): Finding['replacement'] {
  if (typeof value === 'string') {
    const isNumber =
      /^-?\d+(\.\d+)?$/.test(value) &&
      (wanted.includes('number') || (wanted.includes('integer') && !value.includes('.')));
    const isFlag = wanted.includes('boolean') && /^(true|false)$/.test(value);
    return isNumber || isFlag ? value : undefined;
  }
  return wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean')
    ? (written) => `'${written}'`
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
      return {
        zh: `${shown(error.data)} 不是正确的 ${String(params['format'])}`,
        en: `${shown(error.data)} is not a valid ${String(params['format'])}`,
      };
    case 'pattern': {
      const wanted = patternWords(String(params['pattern']));
      return {
        zh: `${shown(error.data)} 的写法不对${wanted === undefined ? '' : `：应${wanted.zh}`}`,
        en: `${shown(error.data)} is not written as it should be${wanted === undefined ? '' : `: ${wanted.en}`}`,
      };
    }
    default:
      return { zh: `写法不对（${error.keyword}）`, en: `not allowed (${error.keyword})` };
  }
}

/** No branch of a union matches, or several do: names the discriminator keys. */
function alternatives(error: ErrorObject, pointer: Pointer, about: Text): Finding {
  const keys = discriminatorKeys(asList(error.schema).map(asObject));
  const list = keys.join('、');
  const message =
    keys.length === 0
      ? { zh: '不是可以写的任何一种', en: 'none of what can be written here' }
      : { zh: `要写（且只写）${list} 之一`, en: `exactly one of ${keys.join(', ')}` };
  return { at: holder(error, pointer), lacking: pointer, message, hint: about };
}
