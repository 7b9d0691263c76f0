import { asList, asObject, isObject, type Json } from '../json.ts';
import { isDynamic } from '../reference.ts';
import { fieldsToSchema, type JsonSchema } from '../schema/field.ts';
import type { Pointer } from '../source/pointer.ts';
import { describeAll } from '../validate/describe.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'field-default',
    severity: 'error',
    title: { zh: '不合类型的默认值', en: 'Default of the wrong type' },
    description: {
      zh: '字段省略时发送的值（default）、总是发送的值（const）与可选的值（enum）都要合字段的类型，否则服务器会拒绝每一次调用。',
      en: 'What is sent when a field is left out (default), what always is (const), and what may be (enum) must fit the field, or the server refuses every call.',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.list:
  get: /api/notice
  query: { page: { type: integer, default: 第一页 } }
`,
      good: `notice.list:
  get: /api/notice
  query: { page: { type: integer, default: 1 } }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const validator = validatorOf(project.library);
    return {
      call({ name, value, pointer }) {
        // An invalid declaration has offenses of its own, and no types to validate a value against.
        if (project.calls.get(name)?.config !== value) return;
        for (const part of ['params', 'query', 'body']) visit(value[part], [...pointer, part]);
      },
    };

    function visit(fields: unknown, pointer: Pointer): void {
      for (const [name, field] of Object.entries(asObject(fields))) {
        if (!isObject(field)) continue;
        visit(field['fields'], [...pointer, name, 'fields']);
        const { default: _, const: __, enum: choices, ...rest } = field;
        // A field with a default is optional, and an empty phone number is then allowed.
        const bare = { ...rest, optional: true };
        const free = fieldSchema(name, bare);
        const limited = choices === undefined ? free : fieldSchema(name, { ...bare, enum: choices });
        const written = [
          ...['default', 'const'].map((key) => ({
            given: field[key],
            at: [key],
            schema: limited,
          })),
          ...asList(choices).map((given, index) => ({ given, at: ['enum', index], schema: free })),
        ];
        for (const { given, at, schema } of written) {
          const key = at[0];
          if (given === undefined || given === null || isDynamic(given)) continue;
          if (validator.accepts(asObject(asObject(schema['properties'])[name]), given)) continue;
          const errors = validator
            .errors(schema, { [name]: given })
            .map((error) => ({ ...error, instancePath: error.instancePath.replace(/^\/[^/]*/, '') }));
          for (const { finding } of describeAll(errors, [...pointer, name, ...at])) {
            const message = {
              zh: `${name} 的 ${key}：${finding.message.zh}`,
              en: `${key} of ${name}: ${finding.message.en}`,
            };
            report({ ...finding, message });
          }
        }
      }
    }
  },
} satisfies Check as Check;

/** The schema of an object with one optional field. It is compiled where there is an error to describe. */
const fieldSchema = (name: string, field: Json): JsonSchema => ({
  ...fieldsToSchema({ [name]: field }),
  required: [],
});
