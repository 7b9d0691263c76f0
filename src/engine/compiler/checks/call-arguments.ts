import type { ErrorObject } from 'ajv';
import { edited } from '../correct/edited.ts';
import { keySlips } from '../correct/keys.ts';
import type { Finding, Lookup } from '../finding.ts';
import { callSchemas } from '../follow/call-schemas.ts';
import { declaredFields } from '../follow/declared-fields.ts';
import { follow, type Scope } from '../follow/scope.ts';
import { asList, asObject, isObject, type Json } from '../json.ts';
import { nearest } from '../nearest.ts';
import type { Project } from '../project/project.ts';
import { parseReferences } from '../reference.ts';
import type { JsonSchema } from '../schema/field.ts';
import { shapes } from '../schema/shape.ts';
import { type Pointer, parsePointer } from '../source/pointer.ts';
import { describeAll, keySlip } from '../validate/describe.ts';
import { isLive } from '../validate/live.ts';
import { narrow } from '../validate/narrow.ts';
import { strangerOf } from '../validate/union.ts';
import { validatorOf } from '../validate/validator.ts';
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
      bad: `data: { goods: { call: goods.detail, params: { ids: 7 } } }
blocks: []
`,
      good: `data: { goods: { call: goods.detail, params: { id: 7 } } }
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
    } else if (isObject(given)) {
      const tell = (finding: Finding) => {
        const message = {
          zh: `${String(name)} 的 ${part}：${finding.message.zh}`,
          en: `${part} of ${String(name)}: ${finding.message.en}`,
        };
        report({ ...finding, message });
      };
      const judgeFields = (fields: unknown) =>
        narrow(validator.errors(schema, fields), validator, project.library).filter(
          (error) => !isLive(error, fields) && !travelsAsText(error),
        );
      const slips = keySlips(judgeFields(given), [], project.library);
      const fieldsAt = (path: Pointer) => () => declaredFields(String(name), part, path.map(String), project);
      for (const slip of slips) {
        const lookup = { name: slip.given, declared: fieldsAt(slip.holder), file };
        tell({ ...keySlip(slip, [...pointer, part, ...slip.holder]), lookup });
      }
      const intended = slips.reduce<unknown>((value, slip) => edited(value, { ...slip, kind: 'key' }), given);
      for (const { error, finding } of describeAll(judgeFields(intended), [...pointer, part])) {
        const isTop = error.keyword === 'required' && error.instancePath === '';
        const stranger = strangerOf(error);
        const path = parsePointer(error.instancePath);
        const lookup =
          stranger === undefined ? undefined : { name: stranger, declared: fieldsAt(path), file };
        tell({ ...finding, lookup, ...(isTop && { at }) });
      }
    }
  }
}

/** A number may be written as text; null is not sent at all. */
function travelsAsText({ keyword, data }: ErrorObject): boolean {
  return (
    keyword === 'type' &&
    (data === null || (typeof data === 'string' && data !== '' && !Number.isNaN(Number(data))))
  );
}

/** Required fields that the type behind a whole-body reference does not have; none when it is not known. */
function missingFields(text: string, schema: JsonSchema, scope: Scope, project: Project): string[] {
  const offered = offeredBy(text, scope, project);
  if (offered === undefined) return [];
  const required = asList(schema['required']).filter((name) => typeof name === 'string');
  return required.filter((name) => !offered.includes(name));
}

/** The fields of the type behind a reference; undefined when they are not known. */
function offeredBy(text: string, scope: Scope, project: Project): string[] | undefined {
  const [reference] = parseReferences(text).good;
  const followed = reference === undefined ? undefined : follow(reference, scope, project);
  if (followed === undefined || !('schema' in followed)) return undefined;
  const offered = shapes(followed.schema, project.library);
  if (!offered.every((shape) => isObject(shape['properties']))) return undefined;
  return offered.flatMap((shape) => Object.keys(asObject(shape['properties'])));
}

/** A field that is offered, is not declared, and is much like one that is missing. */
function likeMissing(
  missing: readonly string[],
  offered: readonly string[] = [],
  declared: Lookup['declared'],
): Lookup | undefined {
  const names = new Set(declared().map(({ name }) => name));
  const name = offered.find((one) => !names.has(one) && nearest(one, missing).length > 0);
  return name === undefined ? undefined : { name, declared };
}
