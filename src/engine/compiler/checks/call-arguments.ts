import type { ErrorObject } from 'ajv';
import { applyCorrection } from '../correct/apply-correction.ts';
import { keyTypos } from '../correct/key-typos.ts';
import type { Finding, Lookup } from '../finding.ts';
import { asList, asObject, isObject, type Json, own } from '../json.ts';
import type { Project } from '../project/project.ts';
import { isDynamic, parseReferences } from '../reference.ts';
import { callSchemas } from '../references/call-schemas.ts';
import { declaredFields } from '../references/declared-fields.ts';
import { resolveType, type Scope } from '../references/resolve.ts';
import type { JsonSchema } from '../schema/field.ts';
import { shapes } from '../schema/shape.ts';
import { nearest } from '../similar-names.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { describeAll, keyTypo } from '../validate/describe.ts';
import { narrow } from '../validate/narrow.ts';
import { isRuntimeValue } from '../validate/runtime-value.ts';
import { unknownKeyOf } from '../validate/union.ts';
import { type Validator, validatorOf } from '../validate/validator.ts';
import type { Check, FileContext } from './check.ts';

const PARTS = ['params', 'query', 'body'] as const;

export default {
  meta: {
    code: 'call-arguments',
    severity: 'error',
    title: { zh: '接口的参数', en: 'Arguments of a call' },
    description: {
      zh: '调用接口时给的参数要与 config/api 中的声明一致：没有多的，不缺必填的。',
      en: 'What a call is given must match its declaration in config/api: nothing unknown, nothing missing.',
    },
    example: {
      bad: `data: { product: { call: product.detail, params: { ids: 7 } } }
blocks: []
`,
      good: `data: { product: { call: product.detail, params: { id: 7 } } }
blocks: []
`,
    },
  },
  scope: 'file',
  create(context) {
    return {
      data: ({ value, pointer, owner }) => judge(value, pointer, owner.scope, context),
      action: ({ value, pointer, scope }) => judge(value, pointer, scope, context),
    };
  },
} satisfies Check as Check;

function judge(value: Json, pointer: Pointer, scope: Scope, { project, report }: FileContext): void {
  const name = value['call'];
  const call = typeof name === 'string' ? project.calls.get(name)?.config : undefined;
  if (call === undefined) return;
  const file = project.calls.get(String(name))?.file;
  const validator = validatorOf(project.library);
  for (const part of PARTS) {
    const schema = callSchemas(call)[part];
    const given = value[part] ?? {};
    const at =
      value[part] === undefined
        ? { pointer: [...pointer, 'call'] }
        : { pointer: [...pointer, part], part: 'key' as const };
    if (typeof given === 'string') {
      const missing = missingFields(given, schema, scope, project);
      if (missing.length > 0) {
        const list = missing.join('、');
        report({
          at: { pointer: [...pointer, part] },
          message: {
            zh: `${String(name)} 的 ${part} 缺少 ${list}`,
            en: `${part} of ${String(name)} lacks ${list}`,
          },
          hint: {
            zh: `让 ${given} 里有 ${list}，或把 ${part} 写成一个个字段。`,
            en: `Let ${given} have ${list}, or write ${part} field by field.`,
          },
          lookup: likeMissing(missing, offeredBy(given, scope, project), () =>
            declaredFields(String(name), part, [], project),
          ),
        });
      }
    } else if (isObject(given) && !fitsEach(given, schema, validator)) {
      const reportHere = (finding: Finding) => {
        const message = {
          zh: `${String(name)} 的 ${part}：${finding.message.zh}`,
          en: `${part} of ${String(name)}: ${finding.message.en}`,
        };
        report({ ...finding, message });
      };
      const judgeFields = (fields: unknown) =>
        narrow(validator.errors(schema, fields), validator, project.library).filter(
          (error) => !isRuntimeValue(error, fields) && !travelsAsText(error),
        );
      const typos = keyTypos(judgeFields(given), [], project.library);
      const fieldsAt = (path: Pointer) => () => declaredFields(String(name), part, path.map(String), project);
      for (const typo of typos) {
        const lookup = { name: typo.given, declared: fieldsAt(typo.holder), file };
        reportHere({ ...keyTypo(typo, [...pointer, part, ...typo.holder]), lookup });
      }
      const intended = typos.reduce<unknown>(
        (value, typo) => applyCorrection(value, { ...typo, kind: 'key' }),
        given,
      );
      for (const { error, finding } of describeAll(judgeFields(intended), [...pointer, part])) {
        const isTop = error.keyword === 'required' && error.instancePath === '';
        const key = unknownKeyOf(error);
        const path = parsePointer(error.instancePath);
        const lookup = key === undefined ? undefined : { name: key, declared: fieldsAt(path), file };
        reportHere({ ...finding, lookup, ...(isTop && { at }) });
      }
    }
  }
}

/**
 * Is nothing missing, and each field declared, and a reference or valid by itself? So are nearly all. The schema of a whole
 * part serves one call only, and is compiled where there is an error to describe.
 */
const fitsEach = (given: Json, schema: JsonSchema, validator: Validator): boolean =>
  asList(schema['required']).every((name) => Object.hasOwn(given, String(name))) &&
  Object.entries(given).every(([name, value]) => {
    const field = own(asObject(schema['properties']), name);
    return isObject(field) && (isReference(value) || validator.accepts(field, value));
  });

/** Of which only the page knows the value. */
const isReference = (value: unknown): boolean => isDynamic(value) && value.startsWith('$');

/** A number may be written as text; null is not sent. */
function travelsAsText({ keyword, data }: ErrorObject): boolean {
  return (
    keyword === 'type' &&
    (data === null || (typeof data === 'string' && data !== '' && !Number.isNaN(Number(data))))
  );
}

/** Required fields that the type of a whole-body reference lacks; none when the type is not known. */
function missingFields(text: string, schema: JsonSchema, scope: Scope, project: Project): string[] {
  const offered = offeredBy(text, scope, project);
  if (offered === undefined) return [];
  const required = asList(schema['required']).filter((name) => typeof name === 'string');
  return required.filter((name) => !offered.includes(name));
}

/** The fields of the type of a reference; undefined when they are not known. */
function offeredBy(text: string, scope: Scope, project: Project): string[] | undefined {
  const [reference] = parseReferences(text).good;
  const resolved = reference === undefined ? undefined : resolveType(reference, scope, project);
  if (resolved === undefined || !('schema' in resolved)) return undefined;
  const offered = shapes(resolved.schema, project.library);
  if (!offered.every((shape) => isObject(shape['properties']))) return undefined;
  return offered.flatMap((shape) => Object.keys(asObject(shape['properties'])));
}

/** An undeclared field of the type whose name is similar to the missing one. */
function likeMissing(
  missing: readonly string[],
  offered: readonly string[] = [],
  declared: Lookup['declared'],
): Lookup | undefined {
  const names = new Set(declared().map(({ name }) => name));
  const name = offered.find((one) => !names.has(one) && nearest(one, missing).length > 0);
  return name === undefined ? undefined : { name, declared };
}
