import type { ErrorObject } from 'ajv/dist/2020.js';

/** Field (`params.0.number`) -> messages for the buyer. */
export type FieldErrors = Record<string, string[]>;

type Node = Record<string, unknown>;
type Describe = (params: Node, schema: Node) => string;

const TYPES: Record<string, string> = {
  integer: '整数',
  number: '数字',
  string: '文字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
};

const FORMATS: Record<string, string> = {
  mobile: '应为 11 位手机号',
  phone: '应为 11 位手机号，或区号加座机号，如 027-88888888',
};

/** JSON Schema keyword -> the message after the field's label. */
const DESCRIPTIONS: Record<string, Describe> = {
  required: () => '不能为空',
  type: ({ type }) =>
    `必须是${[type]
      .flat()
      .map((name) => TYPES[String(name)] ?? String(name))
      .join('或')}`,
  minimum: ({ limit }) => `必须大于等于 ${String(limit)}`,
  maximum: ({ limit }) => `必须小于等于 ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `必须大于 ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `必须小于 ${String(limit)}`,
  multipleOf: ({ multipleOf }) =>
    multipleOf === 0.01 ? '最多两位小数' : `必须是 ${String(multipleOf)} 的倍数`,
  minLength: ({ limit }) => (limit === 1 ? '不能为空' : `至少 ${String(limit)} 个字`),
  maxLength: ({ limit }) => `不能超过 ${String(limit)} 个字`,
  minItems: ({ limit }) => `至少 ${String(limit)} 项`,
  maxItems: ({ limit }) => `不能超过 ${String(limit)} 项`,
  // The values of an enum are internal codes and are not listed.
  enum: () => '不在可选的范围内',
  const: ({ allowedValue }) => `只能是 ${String(allowedValue)}`,
  /* While a new version is put in place, one of its pages may reach a process of the old one. */
  additionalProperties: () => '不是可以提交的字段，网站可能正在更新，请稍后再试',
  pattern: () => '格式不正确',
  format: ({ format }) => FORMATS[String(format)] ?? '格式不正确',
};

/** Keywords whose errors only repeat those of their branches. */
const IGNORED = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not']);

/**
 * Converts ajv's errors (with `verbose`) to messages such as `数量必须大于等于 1`. The label of a field is its schema's
 * `title` (the `label` of the call), else its description, else its key.
 */
export function describeErrors(errors: readonly ErrorObject[]): FieldErrors {
  // Field names come from the client, and may be `constructor`.
  const table = new Map<string, string[]>();
  for (const error of errors) {
    if (IGNORED.has(error.keyword) && errors.length > 1) continue;
    const { field, label } = nameOf(error);
    const describe = DESCRIPTIONS[error.keyword];
    const text = describe ? describe(error.params, error.parentSchema ?? {}) : '格式不正确';
    const messages = table.get(field) ?? [];
    table.set(field, messages.includes(`${label}${text}`) ? messages : [...messages, `${label}${text}`]);
  }
  return Object.fromEntries(table);
}

/** The first message of the first field, which the buyer is shown (spec §5). */
export function firstMessage(errors: FieldErrors): string {
  return Object.values(errors)[0]?.[0] ?? '提交的内容有误';
}

function nameOf(error: ErrorObject): { field: string; label: string } {
  const path = error.instancePath.split('/').slice(1);
  const child = childOf(error);
  const keys = child === undefined ? path : [...path, child];
  const schema =
    error.keyword === 'required' ? propertyOf(error.parentSchema, child ?? '') : (error.parentSchema ?? {});
  const row = keys.findLast((key) => /^\d+$/.test(key));
  const key = keys.at(-1) ?? '';
  const own = error.keyword === 'additionalProperties' ? key : labelOf(schema, key);
  return {
    field: keys.join('.'),
    label: row === undefined ? own : `第 ${Number(row) + 1} 行${row === key ? '' : own}`,
  };
}

/** The property that an error of its parent concerns. */
function childOf({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'required') return String(params['missingProperty']);
  if (keyword === 'additionalProperties') return String(params['additionalProperty']);
  return undefined;
}

function propertyOf(schema: Node | undefined, name: string): Node {
  const properties = (schema?.['properties'] ?? {}) as Record<string, Node>;
  return Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
}

/** A description begins with the label of the field: `仓库:商品的 ck_id`. */
function labelOf({ title, description }: Node, key: string): string {
  if (typeof title === 'string') return title;
  if (typeof description !== 'string') return key || '内容';
  return description.split(/[:;,(：；，（]/, 1)[0] || description;
}
