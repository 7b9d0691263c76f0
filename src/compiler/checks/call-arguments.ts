import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../emit/field.ts';
import { callSchemas } from '../follow/call-schemas.ts';
import { follow, type Scope } from '../follow/scope.ts';
import { shapes } from '../follow/shape.ts';
import { asList, asObject, isObject, type Json } from '../json.ts';
import type { Project } from '../project/project.ts';
import { parseReferences } from '../reference.ts';
import type { Pointer } from '../source/pointer.ts';
import { describeAll, misspelt } from '../validate/describe.ts';
import { isLive } from '../validate/live.ts';
import { narrow } from '../validate/narrow.ts';
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
        });
      }
    } else if (isObject(given)) {
      const errors = narrow(validator.errors(schema, given), validator, project.library).filter(
        (error) => !isLive(error, given) && !travelsAsText(error),
      );
      for (const { error, finding } of describeAll(errors, [...pointer, part])) {
        const isTop =
          error.keyword === 'required' && error.instancePath === '' && misspelt(error) === undefined;
        const message = {
          zh: `${String(name)} 的 ${part}：${finding.message.zh}`,
          en: `${part} of ${String(name)}: ${finding.message.en}`,
        };
        report({ ...finding, message, ...(isTop && { at }) });
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
  const [reference] = parseReferences(text).good;
  const followed = reference === undefined ? undefined : follow(reference, scope, project);
  if (followed === undefined || !('schema' in followed)) return [];
  const offered = shapes(followed.schema, project.library);
  if (!offered.every((shape) => isObject(shape['properties']))) return [];
  const required = asList(schema['required']).filter((name) => typeof name === 'string');
  return required.filter(
    (name) => !offered.some((shape) => Object.hasOwn(asObject(shape['properties']), name)),
  );
}
